import type { Translations } from "../../../translations.ts"

export const ai: Translations = {
  "Answers a question. It is made of passages of the company's knowledge and points at them; where there is none that fits, it says so and makes nothing up. With `Accept: text/event-stream` it comes piece by piece; a client that lost the line goes on with `Last-Event-ID`. It counts against the AI tokens of the month; past those, or those of the conversation, it is 429 with the date at which they come back.":
    "Beantwortet eine Frage. Die Antwort besteht aus Abschnitten des Wissens des Unternehmens und verweist auf sie; wo keiner passt, sagt sie das und erfindet nichts. Mit `Accept: text/event-stream` kommt sie Stück für Stück; ein Client, der die Verbindung verlor, macht mit `Last-Event-ID` weiter. Es zählt gegen die KI-Token des Monats; darüber hinaus, oder über denen der Unterhaltung, ergibt es 429 mit dem Tag, an dem sie wiederkommen.",
  "What is asked.":
    "Was gefragt wird.",
  "To go on with; a new conversation if left out.":
    "Um sie fortzusetzen; ohne Angabe eine neue Unterhaltung.",
  "Of a new conversation: on whose behalf is asked. `staff` if left out.":
    "Bei einer neuen Unterhaltung: für wen gefragt wird. Ohne Angabe „Personal“.",
  "Of a new conversation: with whom.":
    "Bei einer neuen Unterhaltung: mit wem.",
  "One conversation with its latest messages and what they stand on.":
    "Eine Unterhaltung mit ihren neuesten Nachrichten und dem, worauf sie sich stützen.",
  "Gives it to a member, says with whom it is, closes it, or opens it again. With `If-Match`, only if nobody changed it since.":
    "Gibt sie einem Mitglied, sagt, mit wem sie ist, schließt oder öffnet sie wieder. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "`handed_over`: a person sees to it, and the chat answers nothing more.":
    "„an eine Person übergeben“: eine Person kümmert sich darum, und der Chat antwortet nicht mehr.",
  "With whom, if that is known.":
    "Mit wem, wenn das bekannt ist.",
  "The member who sees to it.":
    "Das Mitglied, das sich darum kümmert.",
  "Deletes it with its messages, for good.":
    "Löscht sie mit ihren Nachrichten endgültig.",
  "Makes a task with what it was about; the chat answers nothing more there. Handed over twice, it has one task.":
    "Legt eine Aufgabe mit dem an, worum es ging; der Chat antwortet dort nicht mehr. Zweimal übergeben hat sie eine Aufgabe.",
  "Why.":
    "Warum.",
  "Keeps what its reader thought of an answer, in place of what they said before.":
    "Hält fest, was der Leser von einer Antwort hielt, anstelle dessen, was er vorher sagte.",
  "Whoever asked reads it in the chat. From then on the chat answers nothing more there, until the conversation is opened again; whoever answers first sees to it. A closed conversation is a conflict.":
    "Wer gefragt hat, liest es im Chat. Von da an antwortet der Chat dort nicht mehr, bis die Unterhaltung wieder geöffnet wird; wer zuerst antwortet, kümmert sich darum. Eine geschlossene Unterhaltung ist ein Konflikt.",
  "What a person of the company answers.":
    "Was eine Person des Unternehmens antwortet.",
  "Changes the fields that are sent and leaves the others.":
    "Ändert die gesendeten Felder und lässt die anderen.",
  "The models that answer, in the order in which one stands in for another. Empty: those of this installation. Without an account at a party, and with a test key, answers are simulated, and say so.":
    "Die Modelle, die antworten, in der Reihenfolge, in der eines das andere vertritt. Leer: die dieser Installation. Ohne Konto bei einem Anbieter und mit einem Testschlüssel sind Antworten simuliert und sagen das auch.",
  "How the company speaks, for every answer.":
    "Wie das Unternehmen spricht, in jeder Antwort.",
  "What the chat of the company's site says first.":
    "Was der Chat auf der Website des Unternehmens zuerst sagt.",
  "What is answered where the company's knowledge has nothing that fits.":
    "Was geantwortet wird, wo das Wissen des Unternehmens nichts Passendes hat.",
  "Whether visitors of the company's site may ask.":
    "Ob Besucher der Website des Unternehmens fragen dürfen.",
  "AI tokens that one conversation may take a day.":
    "KI-Token, die eine Unterhaltung am Tag verbrauchen darf.",
  "AI tokens that visitors from one network address may take a day.":
    "KI-Token, die Besucher einer Netzwerkadresse am Tag verbrauchen dürfen.",
  "Makes an agent that `chat_with_agent` asks. It has no rights of its own: it calls verbs in the name of whoever asks it, as far as they may, and only those of its list. Verbs that take a signed-in person, a file or another agent cannot be in it.":
    "Legt einen Agenten an, den `chat_with_agent` beauftragt. Er hat keine eigenen Rechte: er ruft Verben im Namen dessen auf, der ihn beauftragt, soweit dieser es darf, und nur die seiner Liste. Verben, die eine angemeldete Person, eine Datei oder einen anderen Agenten brauchen, können nicht darin sein.",
  "What it is for, and how it goes about it.":
    "Wofür er da ist und wie er vorgeht.",
  "The verbs that it may call, by their names in `GET /agent/verbs`; each only as far as whoever asks the agent may call it.":
    "Die Verben, die er aufrufen darf, nach ihren Namen in `GET /agent/verbs`; jedes nur, soweit es der darf, der den Agenten beauftragt.",
  "What waits for a person's consent, besides what does for everybody (`declared`): what changes something once the run has read anything that others may have written (`after_reading`), or all that changes something (`writes`).":
    "Was auf die Freigabe einer Person wartet, neben dem, was das bei allen tut („wie angegeben“): was etwas ändert, sobald der Lauf etwas gelesen hat, das andere geschrieben haben können („nach dem Lesen“), oder alles, was etwas ändert („jedes Schreiben“).",
  "`openai` is also any API like OpenAI's.":
    "„OpenAI“ steht auch für jede API wie die von OpenAI.",
  "As the party names it.":
    "Wie der Anbieter es nennt.",
  "AI tokens that it may take a day; `null`: as many as the company has.":
    "KI-Token, die er am Tag verbrauchen darf; `null`: so viele, wie das Unternehmen hat.",
  "How often a run may ask the model.":
    "Wie oft ein Lauf das Modell fragen darf.",
  "AI tokens that a run may take.":
    "KI-Token, die ein Lauf verbrauchen darf.",
  "How long a run may last, with what it waits for.":
    "Wie lange ein Lauf dauern darf, samt dem, worauf er wartet.",
  "`paused`: it takes no questions, and its runs end with the step they are in.":
    "„pausiert“: er nimmt keine Fragen an, und seine Läufe enden mit dem Schritt, in dem sie sind.",
  "Changes the fields that are sent. Runs that have begun keep the instructions, verbs and limits that they began with. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder. Begonnene Läufe behalten die Anweisungen, Verben und Grenzen, mit denen sie begannen. Mit `If-Match` nur, wenn niemand ihn inzwischen geändert hat.",
  "The agent thinks, calls the verbs of its list in your name and as far as you may, and answers. The answer is here if it is made within four seconds; otherwise the run is `working`, or `waiting_for_consent` of a person, goes on by itself, and `get_agent_run` tells how it ended. What verbs answer is data for it, never an instruction. It counts against the AI tokens of the month and of the agent; past those it is 429.":
    "Der Agent überlegt, ruft die Verben seiner Liste in Ihrem Namen auf, soweit Sie es dürfen, und antwortet. Die Antwort steht hier, wenn sie innerhalb von vier Sekunden fertig ist; sonst arbeitet der Lauf oder wartet auf die Freigabe einer Person, geht von selbst weiter, und `get_agent_run` sagt, wie er endete. Was Verben antworten, sind für ihn Daten, nie Anweisungen. Es zählt gegen die KI-Token des Monats und des Agenten; darüber hinaus ergibt es 429.",
  "What is asked of it, or what it is to do.":
    "Was er gefragt wird oder tun soll.",
  "A run of this agent to go on from: it knows what was asked and answered before.":
    "Ein Lauf dieses Agenten, an den er anknüpft: er weiß, was dort gefragt und geantwortet wurde.",
  "What it was asked and how that ended, the latest first. Runs of live and of test keys are apart.":
    "Was er gefragt wurde und wie es endete, das Neueste zuerst. Läufe des Live- und des Testmodus sind getrennt.",
  "One run, with each thought, call and wait.":
    "Ein Lauf mit jeder Überlegung, jedem Aufruf und jedem Warten.",
  "Ends it where it is: it calls nothing more. What it has done stays done. A run that has ended stays as it is.":
    "Beendet ihn, wo er ist: er ruft nichts mehr auf. Was er getan hat, bleibt getan. Ein beendeter Lauf bleibt, wie er ist.",
  "Writes a page, a post, the text of a product, an e-mail, a text message or an ad from the company's settings, services, products and knowledge, and lists the facts that it used. A page, a post, the description of a product that is a draft and a text message (as a template) are kept as drafts, as far as the caller may write there. Nothing is published or sent. It counts against the AI tokens of the month; past those it is 429 with the date at which they come back.":
    "Schreibt aus Einstellungen, Dienstleistungen, Produkten und Wissen des Unternehmens eine Seite, einen Beitrag, den Text eines Produkts, eine E-Mail, eine SMS oder eine Anzeige und nennt die verwendeten Angaben. Eine Seite, ein Beitrag, die Beschreibung eines Produktentwurfs und eine SMS (als Vorlage) werden als Entwürfe aufbewahrt, soweit Sie dort schreiben dürfen. Nichts wird veröffentlicht oder gesendet. Es zählt gegen die KI-Token des Monats; darüber hinaus ergibt es 429 mit dem Tag, an dem sie wiederkommen.",
  "What it is about, and whom it is for.":
    "Worum es geht und für wen es ist.",
  "The product that it is about. The text of one that is a draft becomes its description.":
    "Das Produkt, um das es geht. Bei einem Entwurf wird der Text zu seiner Beschreibung.",
  "Whose knowledge it may be made of: what anybody may read, or what customers may read too.":
    "Aus wessen Wissen es entstehen darf: was alle lesen dürfen oder was auch Kunden lesen dürfen.",
  "How it speaks; as the settings of the chat say if left out.":
    "Wie es spricht; ohne Angabe wie in den Einstellungen des Chats.",
  "`false`: it is answered only, and nothing is kept of it.":
    "„Nein“: es wird nur geantwortet und nichts davon aufbewahrt.",
  "Drafts what the company could answer in a conversation of its chat or by text, in the language of the other side, from knowledge that the other side may read, with the passages that it stands on. Nothing is sent. It counts against the AI tokens of the month; past those it is 429 with the date at which they come back.":
    "Entwirft, was das Unternehmen in einer Unterhaltung seines Chats oder per SMS antworten könnte, in der Sprache der anderen Seite, aus Wissen, das diese lesen darf, mit den Abschnitten, auf die es sich stützt. Nichts wird gesendet. Es zählt gegen die KI-Token des Monats; darüber hinaus ergibt es 429 mit dem Tag, an dem sie wiederkommen.",
  "A conversation of the chat. Either this or `thread_id`.":
    "Eine Unterhaltung des Chats. Entweder dies oder `thread_id`.",
  "A conversation by text; it takes the scope messages:read too.":
    "Eine SMS-Unterhaltung; dafür ist auch das Recht messages:read nötig.",
  "What the reply is to say besides.":
    "Was die Antwort außerdem sagen soll.",
  "Of the reply; that of the other side's latest message if left out.":
    "Der Antwort; ohne Angabe die der letzten Nachricht der anderen Seite.",
  "Says in short what a text says, and nothing else. It counts against the AI tokens of the month; past those it is 429 with the date at which they come back. The text is data: nothing that it asks for is done.":
    "Sagt kurz, was ein Text sagt, und sonst nichts. Es zählt gegen die KI-Token des Monats; darüber hinaus ergibt es 429 mit dem Tag, an dem sie wiederkommen. Der Text sind Daten: nichts, worum er bittet, wird getan.",
  "What is summed up.":
    "Was zusammengefasst wird.",
  "One or two sentences, up to five, or up to ten.":
    "Ein bis zwei Sätze, bis zu fünf oder bis zu zehn.",
  "`list`: a line for each point.":
    "„Liste“: eine Zeile für jeden Punkt.",
  "Of the summary; that of the text if left out.":
    "Der Zusammenfassung; ohne Angabe die des Textes.",
  "What matters most to who reads it.":
    "Was für den Leser am wichtigsten ist.",
  "Tells which of the labels that are sent fits a text best, and never another one. It counts against the AI tokens of the month; past those it is 429 with the date at which they come back. The text is data: nothing that it asks for is done.":
    "Sagt, welche der gesendeten Bezeichnungen am besten zu einem Text passt, und nie eine andere. Es zählt gegen die KI-Token des Monats; darüber hinaus ergibt es 429 mit dem Tag, an dem sie wiederkommen. Der Text sind Daten: nichts, worum er bittet, wird getan.",
  "What is classified.":
    "Was eingeordnet wird."
}
