/** Given and family names, so that a search for one family name finds a few hundred of a hundred thousand people. */
const words = (text: string) => text.trim().split(/\s+/)

export const firstNames = words(`
  Aaron Ada Adrian Agnes Aiko Alan Albert Alejandra Alice Amara Amelia Amir Ana Anders Andrea Anita Anton Arjun Astrid Ayesha
  Barbara Beatriz Ben Bianca Boris Brenda Bruno Camila Carlos Carmen Cecilia Chen Chloe Claire Clara Colin Dana Daniel Daria David
  Deborah Diego Dmitri Dora Edith Eduardo Elena Elias Elif Emeka Emil Emma Erik Esther Eva Fatima Felix Fiona Florence Frank
  Gabriel Georg Grace Greta Hana Hannah Hans Harold Hassan Helen Hugo Ibrahim Ida Igor Ines Ingrid Irene Isaac Ivan Jamal
  James Jana Javier Jin Joan Jonas Jorge Judith Julia Kamal Karin Katherine Kenji Kiran Laila Lars Laura Leila Leo Lin
  Linda Louis Lucia Lucy Magnus Malik Manuel Margaret Maria Mark Marta Mateo Mei Mia Miguel Mila Mira Mohamed Monica Nadia
  Naomi Nina Noah Nora Oleg Olga Oliver Omar Oscar Paolo Patricia Paul Pedro Petra Priya Rafael Rahul Rana Rebecca Renata
  Ricardo Robert Rosa Ruth Samira Samuel Sara Sergei Simon Sofia Stefan Susan Tariq Teresa Thomas Tomas Ursula Vera Victor Viktor
  Wei William Yara Yuki Yusuf Zara Zoe`)

export const lastNames = words(`
  Abbott Acosta Adeyemi Aguilar Ahmed Albrecht Alvarez Andersson Aoki Archer Atkinson Bailey Baker Banerjee Barbosa Bauer Becker Bell
  Bennett Berg Bianchi Blanco Bosch Bowman Brandt Briggs Brooks Bryant Burke Byrne Cabrera Calderon Campbell Cardoso Carlson Castillo
  Chandra Chapman Chavez Christensen Clarke Cohen Coleman Conti Cooper Cordova Costa Crawford Cruz Cunningham Dahl Dalton Davies
  Delgado Deshpande Diaz Dietrich Dixon Dominguez Douglas Dubois Duran Eaton Eriksson Espinoza Evans Farrell Fernandez Ferrari Figueroa
  Fischer Fitzgerald Fletcher Fontaine Foster Fowler Franke Fuentes Fujita Gallagher Garcia Gardner Garrett Gibson Gimenez Goldberg Gomez
  Gonzalez Graham Grant Greene Gupta Gustafsson Gutierrez Haas Hagen Hamilton Hansen Harper Hartmann Hashimoto Hawkins Hayashi Heinrich
  Hernandez Hidalgo Hoffmann Holland Holmberg Hopper Horvath Howell Hughes Huang Ibarra Ishikawa Iversen Jackson Jacobs Jankowski Jenkins
  Jensen Johansson Jordan Joshi Kaplan Kaufmann Kavanagh Keller Kennedy Khan Kimura Klein Knudsen Kobayashi Kowalski Kramer Kruger Kumar
  Lambert Larsson Laurent Lawson Lehmann Leonard Levy Lindberg Lombardi Lopez Lovelace Lozano Lucas Ludwig Lundgren Macdonald Machado
  Maeda Maldonado Marchetti Marino Marquez Marshall Martinez Matsumoto Maxwell Mbeki Medina Mehta Mendoza Meyer Mitchell Molina Montgomery
  Morales Moreau Morgan Moreno Mueller Mukherjee Murphy Nakamura Navarro Nelson Neumann Newton Nguyen Nielsen Novak Nwosu Obrien Ochoa
  Okafor Olsen Ono Ortega Osborne Otero Owens Pacheco Palmer Papadopoulos Patel Patterson Pearson Pereira Peters Petrov Phillips Pinto
  Popescu Powell Quinn Quiroga Ramos Rasmussen Reddy Reyes Richter Riley Rinaldi Rivera Robertson Rojas Romano Rossi Rousseau Russo
  Salazar Santos Sasaki Schmidt Schneider Schroeder Sharma Shimizu Silva Simmons Singh Soto Spencer Stein Suarez Sullivan Suzuki Svensson
  Takahashi Tanaka Thorne Torres Turing Ueda Ulrich Valdez Vargas Vasquez Vogel Wagner Watanabe Weber Whitaker Winkler Wolff Yamamoto
  Yilmaz Zhang Ziegler Zimmermann`)

export const employers = words(`
  Northwind Bluebird Cedar Granite Harbour Juniper Keystone Lantern Meadow Orchard Pioneer Quarry Riverside Summit Thistle Willow`)
