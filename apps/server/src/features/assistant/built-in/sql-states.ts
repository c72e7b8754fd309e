/** What states of Postgres mean, and what to do about them. */
const states: Record<string, { en: string; de: string }> = {
  '42P01': {
    en: 'There is no table of that name here. Look it up in the list of tables; names with capitals need double quotes.',
    de: 'Hier gibt es keine Tabelle dieses Namens. Sieh in der Tabellenliste nach; Namen mit Großbuchstaben brauchen doppelte Anführungszeichen.',
  },
  '42703': {
    en: 'There is no column of that name in the tables of the statement. Describe the table to see its columns.',
    de: 'In den Tabellen der Abfrage gibt es keine Spalte dieses Namens. Lass dir die Tabelle beschreiben, um ihre Spalten zu sehen.',
  },
  '42601': {
    en: 'The statement can not be read. The mistake is at the marked place or right before it: often a missing comma or bracket.',
    de: 'Die Abfrage ist nicht lesbar. Der Fehler steht an der markierten Stelle oder kurz davor: oft fehlt ein Komma oder eine Klammer.',
  },
  '42803': {
    en: 'A column is neither grouped by nor inside a function like sum or count. Add it to GROUP BY.',
    de: 'Eine Spalte steht weder in GROUP BY noch in einer Funktion wie sum oder count. Nimm sie in GROUP BY auf.',
  },
  '42883': {
    en: 'There is no such function or operator for these types. A cast often helps: column::text, column::numeric.',
    de: 'Für diese Typen gibt es die Funktion oder den Operator nicht. Oft hilft eine Umwandlung: spalte::text, spalte::numeric.',
  },
  '42501': {
    en: 'The role of this connection may not do this.',
    de: 'Die Rolle dieser Verbindung darf das nicht.',
  },
  '42702': {
    en: 'Several tables have a column of that name. Write the table in front of it.',
    de: 'Mehrere Tabellen haben eine Spalte dieses Namens. Schreib die Tabelle davor.',
  },
  '22P02': {
    en: 'A text can not be read as the type that is asked for: a word where a number is expected, say.',
    de: 'Ein Text lässt sich nicht als der verlangte Typ lesen: etwa ein Wort, wo eine Zahl erwartet wird.',
  },
  '22012': {
    en: 'Something is divided by zero. nullif(x, 0) below the line avoids it.',
    de: 'Es wird durch null geteilt. nullif(x, 0) im Nenner vermeidet das.',
  },
  '23505': {
    en: 'A value that has to be unique is there already.',
    de: 'Ein Wert, der eindeutig sein muss, ist schon vorhanden.',
  },
  '23503': {
    en: 'The row refers to one that does not exist, or others still refer to it.',
    de: 'Die Zeile verweist auf eine, die es nicht gibt, oder andere verweisen noch auf sie.',
  },
  '23502': {
    en: 'A column that must have a value got none.',
    de: 'Eine Spalte, die einen Wert braucht, hat keinen bekommen.',
  },
  '23514': {
    en: 'A rule of the table (CHECK) refuses the value.',
    de: 'Eine Regel der Tabelle (CHECK) lehnt den Wert ab.',
  },
  '57014': {
    en: 'The statement took too long and was stopped. Fewer rows, a filter or an index helps.',
    de: 'Die Abfrage hat zu lange gebraucht und wurde gestoppt. Weniger Zeilen, ein Filter oder ein Index hilft.',
  },
  '40P01': {
    en: 'Two transactions waited for each other, and one was ended. Try again.',
    de: 'Zwei Transaktionen haben aufeinander gewartet, eine wurde beendet. Versuche es noch einmal.',
  },
  '25006': { en: 'Only reading is possible here.', de: 'Hier ist nur Lesen möglich.' },
};

const byMessage: [RegExp, string][] = [
  [/relation .* does not exist/i, '42P01'],
  [/column .* does not exist/i, '42703'],
  [/syntax error/i, '42601'],
  [/must appear in the group by/i, '42803'],
  [/function .* does not exist|operator does not exist/i, '42883'],
  [/permission denied/i, '42501'],
  [/ambiguous/i, '42702'],
  [/invalid input syntax/i, '22P02'],
  [/division by zero/i, '22012'],
  [/duplicate key/i, '23505'],
  [/foreign key/i, '23503'],
  [/null value in column/i, '23502'],
  [/check constraint/i, '23514'],
  [/took too long|statement timeout/i, '57014'],
];

/** What an error means: the one named in the question, or the one on the page. */
export function explainError(
  question: string,
  shown: string | undefined,
  language: 'en' | 'de',
): string | undefined {
  const named = /\b([0-9]{2}[0-9A-Z]{3})\b/.exec(question)?.[1];
  const text = `${question}\n${shown ?? ''}`;
  const state =
    named && states[named] ? named : byMessage.find(([pattern]) => pattern.test(text))?.[1];
  const explained = state === undefined ? undefined : states[state];
  if (state === undefined || !explained) {
    if (shown === undefined) return undefined;
    return language === 'de'
      ? `Die Meldung lautet: ${shown}\n\nDiese Meldung kenne ich nicht näher.`
      : `The message is: ${shown}\n\nI know nothing more about this one.`;
  }
  return `**${state}** — ${explained[language]}`;
}
