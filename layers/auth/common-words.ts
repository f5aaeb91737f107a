/**
 * Words that lists of leaked passwords begin with, in lower case, letters only: what people type, walks over a keyboard, names,
 * teams, animals, things of games and films. Nobody chooses these alone; with a number behind they are the most common ones.
 */
export const commonWords: ReadonlySet<string> = new Set(`
password passwort passwd pass passe passcode passphrase passw senha parola parool salasana haslo heslo jelszo sifre motdepasse contrasena
contrasenha wachtwoord losenord kodeord passord geheim segreto segredo secreto secret secrets topsecret private confidential letmein
letmeinnow letmeinplease welcome welcomes welcomeback willkommen bienvenue bienvenido bemvindo benvenuto login logon signin signup
enter access open opensesame sesame admin admins administrator administrador root superuser superadmin sysadmin system server master
masterkey manager user users username guest test tests testing tester testtest demo default temp temporary changeme changethis
changeit change newpass newpassword oldpassword mypassword yourpassword thepassword nopassword onepassword apassword passwords
qwerty qwertz azerty qwertyu qwertyui qwertyuio qwertyuiop qwertzuiop azertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb
zxcvbn zxcvbnm qwer qwert asdfasdf qweasd qweasdzxc qazwsx qazwsxedc wsxedc edcrfv rfvtgb zaqxsw zaqwsx qweqwe asdasd zxczxc poiuytrewq
lkjhgfdsa mnbvcxz qwaszx yxcvbnm dvorak keyboard tastatur clavier teclado abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij
abcabc xyz aaa aaaa zzz zzzz abba one two three four five six seven eight nine ten onetwothree
love lover lovers loveme lovelove iloveyou iloveu iloveme ilove loveyou luvme luvu mylove truelove lovely lovebug loveforever iloveyousomuch
iloveyoubaby iloveyouforever iloveyoumore ilovegod ilovejesus ilovemom ilovemylife teamo tequiero tiamo jetaime ichliebedich amor
amormio amore amour liebe schatz baby babe babygirl babyboy babydoll babyface babyblue babylove babybear honey honeybee sweet sweetie
sweetheart sweety sweetpea sugar cutie cutiepie darling dear angel angels angelo angelina myangel angelface princess princesa prinzessin
prince queen king kings kingkong lady boss bigboss hero superhero superman batman spiderman ironman hulk wolverine deadpool joker thor
captain captainamerica avengers marvel superwoman wonderwoman catwoman supergirl superstar rockstar star stars starlight superstars
starwars startrek skywalker vader darthvader yoda chewbacca jedi obiwan hansolo matrix neo trinity morpheus terminator predator
rambo rocky godzilla gandalf frodo aragorn legolas hobbit lordoftherings harrypotter hogwarts hermione dumbledore voldemort
gryffindor slytherin pokemon pikachu charizard charmander bulbasaur squirtle mewtwo mario supermario luigi zelda sonic tetris pacman
nintendo playstation xbox sega minecraft fortnite roblox warcraft worldofwarcraft starcraft diablo halo doom quake counterstrike
callofduty leagueoflegends dota overwatch skyrim assassin assassinscreed sniper hitman gamer gamers gaming player playboy game games
computer internet samsung apple google microsoft windows linux ubuntu android iphone ipad macintosh macbook facebook instagram twitter
youtube tiktok snapchat whatsapp linkedin yahoo hotmail gmail outlook amazon netflix spotify discord skype myspace oracle cisco
router wireless network nokia motorola huawei xiaomi sony toshiba compaq lenovo dell intel pentium cocacola pepsi starbucks mcdonalds
monkey monkeys dragon dragons dragonball dragonfire tiger tigers tigger lion lions lionking panther puma cougar jaguar leopard cheetah
bear bears teddybear grizzly panda eagle eagles falcon falcons hawk hawks raven ravens phoenix wolf wolves werewolf lonewolf fox foxes
foxy cat cats kitty kittycat kitten kittens hellokitty dog dogs doggy doggie puppy puppies bulldog bulldogs horse horses pony mustang
mustangs stallion unicorn unicorns butterfly butterflies spider scorpion scorpio snake cobra viper python shark sharks dolphin dolphins
whale penguin penguins elephant elephants giraffe rabbit bunny bunnies hamster mouse mickey mickeymouse minnie donald donaldduck duck
ducks chicken rooster turtle turtles frog froggy bird birdie parrot peacock buffalo bull bulls redbull cow pig piggy piglet sheep
baseball basketball football footballer soccer hockey tennis golf golfer volleyball softball lacrosse rugby cricket boxing wrestling
wrestler swimming swimmer surfing surfer skater skateboard snowboard skiing running runner fishing hunting hunter racing racer nascar
ferrari porsche mercedes bmw audi corvette camaro chevy chevrolet ford toyota honda nissan mazda subaru yamaha kawasaki suzuki ducati
harley harleydavidson jeep dodge cadillac lamborghini bugatti maserati volvo volkswagen tesla
yankees redsox dodgers giants cubs mets braves cardinals phillies padres rangers astros lakers celtics knicks warriors heat spurs
cowboys cowboy steelers packers patriots broncos raiders chargers dolphin redskins vikings seahawks saints jets colts browns chiefs
bengals bills titans texans panthers buccaneers arsenal chelsea liverpool everton manchester manchesterunited manutd mancity tottenham
barcelona realmadrid juventus milan intermilan bayern borussia ajax benfica porto sporting celtic flamengo corinthians palmeiras
saopaulo santos bocajuniors riverplate galatasaray fenerbahce besiktas ronaldo cristiano messi neymar beckham zidane maradona pele
jordan michaeljordan kobe kobebryant lebron lebronjames shaq iverson tigerwoods federer nadal
michael michelle jennifer jessica ashley amanda matthew joshua andrew daniel david robert richard thomas charles charlie christopher
christian christine christina anthony nicholas nicole nathan jonathan jason justin brandon brandy tyler taylor william williams
elizabeth victoria alexander alexandra alexandre alejandro alejandra andrea andreas antonio fernando francisco gabriel gabriela
jeremy benjamin samuel samantha stephanie stephen steven sebastian patrick patricia pamela melissa heather hannah olivia isabella
sophie sophia emily emma madison chelsea lauren rachel rebecca sarah sandra barbara veronica vanessa valentina valeria natalia natasha
katherine kathryn kimberly kristina karina maria mariana marina martin martina monica carolina caroline carlos claudia cristina
diana daniela dominic dominique eduardo edward eric erika ernesto george georgia gustavo harold harry henry hector jackson jacob jasmine
javier jesus joanna joseph josephine juliana julian juliette karen kevin laura lawrence leonardo leslie linda lorenzo louise lucas
lucky luis madonna manuel marcus margaret marie mark maxwell maximus megan mercedes miguel miranda nancy oliver oscar pablo paul pedro
peter philip priscilla rafael ramona raymond ricardo roberto rodrigo roger ronald rosemary ryan sabrina salvador scott shannon sharon
sheila simon simone snoopy spencer stanley stella stewart sunny susan sydney tatiana teresa theresa timothy tiffany tommy travis trevor
tristan valerie vincent virginia vladimir walter wendy winston yolanda zachary bailey buddy buster casey chester cooper daisy dakota
duke ginger jack jake johnny johnson jones killer lucy maggie max merlin molly murphy oreo peanut pepper precious princeton rex roxy
rusty sadie sammy sasha scooby scoobydoo scooter shadow smokey sparky spike teddy toby tucker zeus apollo athena hercules
summer summertime spring winter autumn january february march april june july august september october november december monday tuesday
wednesday thursday friday saturday sunday sommer herbst fruehling verano invierno primavera otono printemps hiver automne
sunshine sunflower sunset sunrise sun moon moonlight midnight morning goodmorning night goodnight sky blue bluesky red green yellow
orange purple pink black white silver golden gold diamond diamonds crystal pearl ruby emerald sapphire rainbow rainbows flower flowers
rose roses daisy lily jasmine tulip orchid violet cherry strawberry banana apple apples mango peach peaches lemon lemons pineapple
watermelon coconut chocolate cookie cookies cupcake cupcakes candy candyman icecream cheese cheeseburger pizza burger bacon butter
butterscotch pancake popcorn coffee tea beer whiskey vodka tequila cinnamon vanilla caramel marshmallow
jesuschrist christ jesusloves jesusislord jesuslovesme jesussaves god godisgood godislove godbless godfather blessed blessing faith hope
heaven hell devil demon satan lucifer spirit soul trinity church bible amen praise gospel savior allah allahuakbar bismillah inshallah
muhammad mohammad ganesh krishna buddha namaste
freedom liberty peace happy happiness happyday happylife forever together family friend friends friendship bestfriend bestfriends
myfamily mymother myfather mommy daddy mother father brother sister sisters mamacita papa mama grandma grandpa nana son daughter wife
husband children kids life mylife lifeisgood live laugh livelaughlove dream dreams dreamer believe imagine magic magical mystery
miracle wonder beautiful beauty gorgeous handsome pretty sexy sexygirl sexyboy sexylady hottie hotgirl cool coolguy awesome amazing
fantastic excellent perfect special unique genius smart clever crazy insane lunatic maniac psycho freak monster ghost vampire zombie
pirate pirates ninja samurai warrior knight soldier marine marines army navy airforce ranger commando hacker hackers hacked cracker
phantom stealth shadow shadows darkness dark death killer killers murder blood slayer destroyer slipknot metallica nirvana ironmaiden
megadeth acdc beatles rollingstones pinkfloyd ledzeppelin queen greenday linkinpark eminem tupac snoopdogg fiftycent rihanna beyonce
shakira britney britneyspears madonna michaeljackson elvis elvispresley bobmarley marley rasta reggae hiphop rock rocknroll rockandroll
guitar drummer piano music musica singer dancer dancing dance disco techno
america american usa unitedstates canada mexico mexican brazil brasil argentina colombia peru chile venezuela spain espana france
germany deutschland england london paris berlin roma rome milano madrid lisbon amsterdam moscow russia ukraine poland polska italia
italy greece turkey turkiye istanbul egypt africa nigeria kenya india indian mumbai delhi pakistan bangladesh china beijing hongkong
taiwan japan tokyo korea seoul vietnam thailand singapore malaysia indonesia philippines manila australia sydney melbourne zealand
newyork newyorkcity losangeles lasvegas california hollywood texas florida miami chicago boston detroit dallas houston phoenix atlanta
seattle denver hawaii alaska brooklyn manhattan
trustno trustnoone nothing everything something anything someone whatever whatsup whocares dontknow idontknow iforgot forgot forgotten
forgetmenot remember rememberme mustang access please thankyou thanks hello helloworld hellohello hola hallo bonjour ciao goodbye bye
fuck fucker fucking fuckyou fuckme fuckoff fuckyall motherfucker shit bullshit bitch bitches asshole bastard dickhead pussy penis
cock boobs tits porn porno pornstar sex sexsex bigdick blowjob hardcore naughty
money moneymoney moneymaker cash cashmoney dollar dollars million millionaire billionaire rich business company office work working
worker account accounts bank banking payment invoice customer service support helpdesk sales marketing finance
student students teacher school highschool college university academy library science physics chemistry biology history english
freddy freddie jordan matrix flower ferret cheesecake snowball snowman snowflake icecube iceman iceberg icequeen frozen elsa olaf
christmas santa santaclaus reindeer halloween easter birthday happybirthday newyear valentine thanksgiving holiday holidays vacation
cookiemonster spongebob patrickstar squidward bartsimpson homer homersimpson simpsons southpark cartman familyguy futurama naruto
sasuke sakura itachi kakashi uchiha goku vegeta onepiece luffy bleach ichigo deathnote inuyasha sailormoon evangelion anime manga
thunder thunderbird lightning storm hurricane tornado blizzard fire fireman firefly firefighter ice water ocean river mountain forest
desert island beach wind earth planet galaxy universe space rocket apollo saturn jupiter mercury venus mars neptune pluto comet
scarface corleone mafia gangster gangsta thug thuglife player pimp hustler snoop cannabis marijuana weed ganja
`.trim().split(/\s+/u))
