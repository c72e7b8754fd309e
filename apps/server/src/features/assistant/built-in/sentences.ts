export type Language = 'en' | 'de';

const words = {
  en: {
    introduction: 'No AI model is connected. I run built-in commands.',
    rows: (n: number, more: boolean) =>
      n === 1 ? '1 row' : `${more ? 'More than ' : ''}${n} rows`,
    none: 'No rows match.',
    first: 'First: ',
    assumed: 'Read as',
    defined: (name: string, defined: string, table: string) =>
      `${name} = \`${defined}\` of \`${table}\`, as this project defines it.`,
    count: (table: string) => `number of ${table}`,
    different: (column: string) => `different values of ${column}`,
    fns: { sum: 'sum of', avg: 'average of', min: 'lowest', max: 'highest' },
    by: 'by',
    where: 'where',
    date: (at: string, zone: string) => `Dates are those of \`${at}\`, in ${zone}.`,
    sorted: (at: string) => `Sorted by \`${at}\`.`,
    implied: (from: string, to: string) =>
      `\`${from}\` is followed to \`${to}\` by its name: no rule of the database says so.`,
    lost: (value: string, table: string) =>
      `${value} belong to no row of \`${table}\`: shown without a name.`,
    future: (n: number) =>
      n === 1 ? 'One of them lies in the future.' : `${n} of them lie in the future.`,
    why: (name: string, before: string, after: string, change: string, periods: [string, string]) =>
      `${name}: **${before} → ${after}** (${change}), ${periods[1]} against ${periods[0]}.`,
    drove: 'What changed most:',
    whySame: 'It did not change.',
    whyAsk: 'Which number do you mean?',
    whyAdds:
      'I can take sums and counts apart by what they are made of; for averages and extremes ask for them by something.',
    whyDate: (table: string) => `\`${table}\` has no date, so there is nothing to compare.`,
    whyRevenue: 'Why did revenue change?',
    whyCount: (table: string) => `Why did the number of ${table} change?`,
    without: 'without',
    withRows: 'with',
    null: (at: string, isNull: boolean) => `${at} is ${isNull ? 'empty' : 'set'}`,
    corrected: (typed: string, read: string) => `“${typed}” is read as “${read}”.`,
    dashboard: (told: unknown) => listTiles(told, 'It has no tiles yet.'),
    failed: (message: string) => `The database refused it: ${message}`,
    unknown: (list: string, isOne: boolean) =>
      `I don’t know what ${list} ${isOne ? 'means' : 'mean'} in this database, so I ran nothing.`,
    noPlan: 'I can’t make a query of this.',
    noDate: (table: string) =>
      `\`${table}\` has no date that says when its rows happened, so I ran nothing.`,
    periods: 'I can ask about one stretch of time, or compare two.',
    unheeded: (list: string) =>
      `I can’t do anything with ${list} here, so I ran nothing rather than leave it out.`,
    firstRows: (n: string) => `The first ${n} rows.`,
    noDatabase: 'Choose a database below first.',
    away: (message: string) =>
      `I could not look anything up. ${message}\n\nAsk again once the database answers; a test of its connector, under Settings › Connectors, names the step that fails.`,
    noWay: (from: string, to: string) =>
      `Nothing in this database leads from \`${from}\` to \`${to}\`, so they can’t be put together.`,
    twoWays: (from: string, to: string) =>
      `There are several ways from \`${from}\` to \`${to}\`. Say which one you mean.`,
    readOnly:
      'I only read. Change data on its own page, where every change can be looked at and taken back:',
    needsModel:
      'This takes an AI model: I count, sum, compare, list and describe, and I don’t guess.',
    nearest: 'I can answer these',
    nearestNames: (names: string) => `What is there: ${names}.`,
    tables: (n: number) => `There are ${n} tables and views:`,
    firstTables: (n: number) => `There are more than ${n} tables and views. These are the first:`,
    leads: 'This leads there.',
    noDashboard: (name: string) => `No dashboard, or more than one, is called “${name}”.`,
    dashboardsThere: 'These are there:',
    duplicate: 'Duplicate',
    unique: (at: string) => `Every value of \`${at}\` stands in one row only.`,
    notUnique: (at: string, n: number, more: boolean) =>
      n === 1
        ? `1 value of \`${at}\` stands in several rows.`
        : `${more ? 'More than ' : ''}${n} values of \`${at}\` stand in several rows.`,
    noDoubleRows: (table: string) =>
      `No two rows of \`${table}\` say the same, their keys and times aside.`,
    doubleRows: (rows: string, table: string) =>
      `${rows} of \`${table}\` are there more than once, their keys and times aside.`,
    range: (at: string, lowest: string, highest: string, mean: string | undefined) =>
      `\`${at}\`: **${lowest} – ${highest}**${mean === undefined ? '' : `, on average ${mean}`}.`,
    whatCompared:
      'I compare a number in two stretches of time, such as “revenue this month vs last month”, or two values of one column. Which ones do you mean?',
    byWhat: (table: string) => `By what? \`${table}\` can be ranked by several things.`,
    ranked: (question: string, by: string) => `${question} by ${by}`,
    numberOf: (table: string) => `number of ${table}`,
    revenueWord: 'revenue',
    whichDay: 'Which day is meant?',
    help: [
      'I answer commands about the tables of this database, in English or German:',
      '- **how many** orders, customers from Germany, cancelled orders this year',
      '- **sums and averages**: revenue per month, average rating by product',
      '- **top lists**: top 5 customers by revenue, products with the most reviews',
      '- **rows**: last 20 orders, products over 100, customers without orders',
      '- **comparisons**: revenue this month vs last, compare Germany and Austria, why did revenue change',
      '- **data quality**: duplicate emails, is email unique, range of price, empty values in customers',
      '- **schema**: which tables are there, describe orders, where is the salary',
      '- **pages**: open orders, show the sales dashboard',
      '- **errors**: explain this error',
    ].join('\n'),
  },
  de: {
    introduction: 'Es ist kein KI-Modell verbunden. Ich führe eingebaute Befehle aus.',
    rows: (n: number, more: boolean) =>
      n === 1 ? '1 Zeile' : `${more ? 'Mehr als ' : ''}${n} Zeilen`,
    none: 'Keine Zeile passt.',
    first: 'An erster Stelle: ',
    assumed: 'Verstanden als',
    defined: (name: string, defined: string, table: string) =>
      `${name} = \`${defined}\` von \`${table}\`, wie dieses Projekt es festgelegt hat.`,
    count: (table: string) => `Anzahl ${table}`,
    different: (column: string) => `verschiedene Werte von ${column}`,
    fns: {
      sum: 'Summe von',
      avg: 'Durchschnitt von',
      min: 'kleinster Wert von',
      max: 'größter Wert von',
    },
    by: 'nach',
    where: 'mit',
    date: (at: string, zone: string) => `Als Datum gilt \`${at}\`, in der Zeitzone ${zone}.`,
    sorted: (at: string) => `Sortiert nach \`${at}\`.`,
    implied: (from: string, to: string) =>
      `\`${from}\` führt dem Namen nach zu \`${to}\`: Keine Regel der Datenbank sagt das.`,
    lost: (value: string, table: string) =>
      `${value} gehören zu keiner Zeile von \`${table}\`: ohne Namen gezeigt.`,
    future: (n: number) =>
      n === 1 ? 'Eine davon liegt in der Zukunft.' : `${n} davon liegen in der Zukunft.`,
    why: (name: string, before: string, after: string, change: string, periods: [string, string]) =>
      `${name}: **${before} → ${after}** (${change}), ${periods[1]} gegenüber ${periods[0]}.`,
    drove: 'Am stärksten verändert:',
    whySame: 'Es hat sich nichts verändert.',
    whyAsk: 'Welche Zahl meinst du?',
    whyAdds:
      'Ich kann Summen und Anzahlen in ihre Teile zerlegen; Durchschnitte und Extreme frag bitte nach etwas aufgeteilt ab.',
    whyDate: (table: string) => `\`${table}\` hat kein Datum, also gibt es nichts zu vergleichen.`,
    whyRevenue: 'Warum hat sich der Umsatz verändert?',
    whyCount: (table: string) => `Warum hat sich die Anzahl ${table} verändert?`,
    without: 'ohne',
    withRows: 'mit',
    null: (at: string, isNull: boolean) => `${isNull ? 'leerem' : 'gesetztem'} ${at}`,
    corrected: (typed: string, read: string) => `„${typed}“ ist als „${read}“ gelesen.`,
    dashboard: (told: unknown) => listTiles(told, 'Es hat noch keine Kacheln.'),
    failed: (message: string) => `Die Datenbank hat es abgelehnt: ${message}`,
    unknown: (list: string, isOne: boolean) =>
      `Ich weiß nicht, was ${list} in dieser Datenbank ${isOne ? 'bedeutet' : 'bedeuten'}, und habe deshalb nichts ausgeführt.`,
    noPlan: 'Daraus kann ich keine Abfrage machen.',
    noDate: (table: string) =>
      `\`${table}\` hat kein Datum, das sagt, wann etwas war. Ich habe deshalb nichts ausgeführt.`,
    periods: 'Ich kann nach einem Zeitraum fragen oder zwei vergleichen.',
    unheeded: (list: string) =>
      `Mit ${list} kann ich hier nichts anfangen. Statt es wegzulassen, habe ich nichts ausgeführt.`,
    firstRows: (n: string) => `Die ersten ${n} Zeilen.`,
    noDatabase: 'Wähle unten zuerst eine Datenbank.',
    away: (message: string) =>
      `Ich konnte nichts nachsehen. ${message}\n\nFrag noch einmal, sobald die Datenbank antwortet; ein Test ihrer Verbindung, unter Einstellungen › Verbindungen, nennt den Schritt, an dem es scheitert.`,
    noWay: (from: string, to: string) =>
      `In dieser Datenbank führt nichts von \`${from}\` zu \`${to}\`, deshalb lassen sie sich nicht zusammenbringen.`,
    twoWays: (from: string, to: string) =>
      `Es führen mehrere Wege von \`${from}\` zu \`${to}\`. Sag, welchen du meinst.`,
    readOnly:
      'Ich lese nur. Ändere Daten auf ihrer eigenen Seite, wo jede Änderung angesehen und zurückgenommen werden kann:',
    needsModel:
      'Dafür braucht es ein KI-Modell: Ich zähle, summiere, vergleiche, liste und beschreibe, und ich rate nicht.',
    nearest: 'Das kann ich beantworten',
    nearestNames: (names: string) => `Vorhanden ist: ${names}.`,
    tables: (n: number) => `Es gibt ${n} Tabellen und Views:`,
    firstTables: (n: number) => `Es gibt mehr als ${n} Tabellen und Views. Das sind die ersten:`,
    leads: 'Hier geht es dorthin.',
    noDashboard: (name: string) => `Kein Dashboard, oder mehr als eines, heißt „${name}“.`,
    dashboardsThere: 'Diese gibt es:',
    duplicate: 'Doppelte',
    unique: (at: string) => `Jeder Wert von \`${at}\` steht nur in einer Zeile.`,
    notUnique: (at: string, n: number, more: boolean) =>
      n === 1
        ? `1 Wert von \`${at}\` steht in mehreren Zeilen.`
        : `${more ? 'Mehr als ' : ''}${n} Werte von \`${at}\` stehen in mehreren Zeilen.`,
    noDoubleRows: (table: string) =>
      `Keine zwei Zeilen von \`${table}\` sagen dasselbe, Schlüssel und Zeiten ausgenommen.`,
    doubleRows: (rows: string, table: string) =>
      `${rows} von \`${table}\` gibt es mehrfach, Schlüssel und Zeiten ausgenommen.`,
    range: (at: string, lowest: string, highest: string, mean: string | undefined) =>
      `\`${at}\`: **${lowest} – ${highest}**${mean === undefined ? '' : `, im Durchschnitt ${mean}`}.`,
    whatCompared:
      'Ich vergleiche eine Zahl in zwei Zeiträumen, etwa „Umsatz dieser Monat gegen letzten Monat“, oder zwei Werte einer Spalte. Was meinst du?',
    byWhat: (table: string) => `Wonach? \`${table}\` lässt sich nach Verschiedenem ordnen.`,
    ranked: (question: string, by: string) => `${question} nach ${by}`,
    numberOf: (table: string) => `Anzahl ${table}`,
    revenueWord: 'Umsatz',
    whichDay: 'Welcher Tag ist gemeint?',
    help: [
      'Ich beantworte Befehle zu den Tabellen dieser Datenbank, auf Deutsch oder Englisch:',
      '- **wie viele** Bestellungen, Kunden aus Deutschland, stornierte Bestellungen dieses Jahr',
      '- **Summen und Durchschnitte**: Umsatz pro Monat, durchschnittliche Bewertung je Produkt',
      '- **Bestenlisten**: Top 5 Kunden nach Umsatz, Produkte mit den meisten Bewertungen',
      '- **Zeilen**: die letzten 20 Bestellungen, Produkte über 100, Kunden ohne Bestellungen',
      '- **Vergleiche**: Umsatz dieser gegen letzten Monat, vergleiche Deutschland mit Österreich, warum hat sich der Umsatz geändert',
      '- **Datenqualität**: doppelte E-Mails, ist email eindeutig, Spanne von price, leere Werte in customers',
      '- **Schema**: welche Tabellen gibt es, beschreibe orders, wo steht das Gehalt',
      '- **Seiten**: öffne orders, zeig das Umsatz-Dashboard',
      '- **Fehler**: erkläre diesen Fehler',
    ].join('\n'),
  },
} as const;

export function sayIn(language: Language) {
  return words[language];
}

/** A dashboard as its tiles; what they show is a question each. */
function listTiles(told: unknown, none: string): string {
  const { name, tiles } = told as { name: string; tiles: { title: string; kind: string }[] };
  const lines = tiles.map(({ title, kind }) => `- ${plain(title || kind)} (${kind})`);
  return `**${plain(name)}**\n\n${lines.length > 0 ? lines.join('\n') : none}`;
}

/** What people named is not read as markdown. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, (sign) => `\\${sign}`).slice(0, 200);
}
