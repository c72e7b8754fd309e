import { fold, stem } from './words.ts';

/**
 * Words of business in both languages, each with those that names in databases are made of. Only ever
 * used to find names that are there: none of them is a name by itself.
 */
const meanings: Record<string, string> = {
  kunde: 'customer client',
  client: 'customer',
  buyer: 'customer',
  kaeufer: 'customer',
  shopper: 'customer',
  bestellung: 'order',
  bestell: 'order',
  auftrag: 'order',
  auftraege: 'order',
  bestellt: 'order',
  ordered: 'order',
  bought: 'order',
  purchased: 'order',
  gekauft: 'order',
  purchase: 'order',
  kauf: 'order',
  kaeufe: 'order',
  artikel: 'product article item',
  produkt: 'product',
  ware: 'product',
  waren: 'product',
  goods: 'product',
  article: 'product',
  position: 'item',
  posten: 'item',
  bestellposition: 'order_item',
  bestellposten: 'order_item',
  line: 'item',
  lines: 'item',
  kategorie: 'category',
  kategorien: 'category',
  gruppe: 'category',
  warengruppe: 'category',
  department: 'department',
  mitarbeiter: 'employee',
  mitarbeiterin: 'employee',
  angestellte: 'employee',
  personal: 'employee',
  staff: 'employee',
  worker: 'employee',
  beschaeftigte: 'employee',
  gehalt: 'salary',
  gehaelter: 'salary',
  lohn: 'salary',
  verdienst: 'salary',
  wage: 'salary',
  pay: 'salary',
  abteilung: 'department',
  vorgesetzter: 'manager',
  chef: 'manager',
  zahlung: 'payment',
  bezahlung: 'payment',
  zahlungsart: 'method',
  zahlungsmethode: 'method',
  zahlungsweise: 'method',
  zahlungsstatus: 'status',
  bewertung: 'review rating',
  rezension: 'review',
  kundenbewertung: 'review',
  reviewed: 'review',
  bewertet: 'review',
  stern: 'rating',
  star: 'rating',
  note: 'note rating',
  ticket: 'ticket',
  anfrage: 'ticket',
  supportanfrage: 'ticket',
  supportticket: 'ticket',
  request: 'ticket',
  beschwerde: 'ticket',
  prioritaet: 'priority',
  dringlichkeit: 'priority',
  zufriedenheit: 'satisfaction',
  betreff: 'subject',
  bearbeiter: 'assignee',
  lager: 'warehouse stock',
  lagerhaus: 'warehouse',
  lagerhaeuser: 'warehouse',
  warenlager: 'warehouse',
  bestand: 'stock quantity',
  bestaende: 'stock quantity',
  lagerbestand: 'stock quantity',
  inventory: 'stock quantity',
  stock: 'quantity',
  menge: 'quantity',
  stueck: 'quantity',
  stueckzahl: 'quantity',
  unit: 'quantity',
  piece: 'quantity',
  anzahl: '',
  reserviert: 'reserved',
  verfuegbar: 'available',
  preis: 'price',
  verkaufspreis: 'price',
  stueckpreis: 'unit_price',
  kosten: 'cost',
  einkaufspreis: 'cost',
  marge: 'margin',
  spanne: 'margin',
  gewinnspanne: 'margin',
  profit: 'margin',
  gewicht: 'weight',
  umsatz: 'revenue',
  umsaetze: 'revenue',
  erloes: 'revenue',
  einnahme: 'revenue',
  turnover: 'revenue',
  sale: 'revenue',
  earning: 'revenue',
  verkaufserloes: 'revenue',
  summe: 'total',
  gesamtsumme: 'total',
  betrag: 'amount total',
  betraege: 'amount total',
  wert: 'value',
  rabatt: 'discount',
  nachlass: 'discount',
  versand: 'shipping',
  versandkosten: 'shipping',
  lieferkosten: 'shipping',
  postage: 'shipping',
  freight: 'shipping',
  gebuehr: 'fee',
  gutschein: 'coupon',
  coupon: 'coupon',
  voucher: 'coupon',
  promo: 'coupon',
  land: 'country',
  laender: 'country',
  staat: 'country',
  nation: 'country',
  stadt: 'city',
  staedte: 'city',
  ort: 'city',
  town: 'city',
  strasse: 'street',
  plz: 'postal_code',
  postleitzahl: 'postal_code',
  zip: 'postal_code',
  adresse: 'address',
  anschrift: 'address',
  lieferadresse: 'address',
  sprache: 'language',
  kanal: 'channel',
  kanaele: 'channel',
  vertriebsweg: 'channel',
  geraet: 'device',
  endgeraet: 'device',
  ereignis: 'event',
  ereignisse: 'event',
  ereignisart: 'kind',
  vorgang: 'event',
  art: 'kind',
  typ: 'kind type',
  type: 'kind type',
  sitzung: 'session',
  seite: 'path',
  rechnung: 'invoice',
  lieferant: 'supplier',
  firma: 'company',
  firmen: 'company',
  unternehmen: 'company',
  nutzer: 'user',
  benutzer: 'user',
  konto: 'account',
  konten: 'account',
  geburtsdatum: 'birth_date',
  geburtstag: 'birth_date',
  birthday: 'birth_date',
  vorname: 'first_name',
  nachname: 'last_name',
  telefon: 'phone',
  telefonnummer: 'phone',
  mail: 'email',
  mailadresse: 'email',
  emailadresse: 'email',
  beschreibung: 'description',
  titel: 'title',
  bezeichnung: 'name',
  schlagwort: 'tag',
  bild: 'picture',
  fehler: 'failure',
  grund: 'reason',
  zeitpunkt: 'time',
  datum: 'date',
  eingestellt: 'hired',
  angestellt: 'hired',
  ausgeschieden: 'left',
  gegangen: 'left',
  auslauf: 'discontinued',
  ausgelaufen: 'discontinued',
  veroeffentlicht: 'released',
  erschienen: 'released',
  erstellt: 'created',
  angelegt: 'created',
  registriert: 'created',
  registered: 'created',
  registrierung: 'created',
  signup: 'created',
  joined: 'created',
  angemeldet: 'created',
  hilfreich: 'helpful',
  stimme: 'vote',
  gesamt: 'total',
};

/** Values as they often stand in columns. */
const valueWords: Record<string, string> = {
  storniert: 'cancelled canceled',
  bezahlt: 'paid',
  offen: 'open pending',
  geliefert: 'delivered',
  zugestellt: 'delivered',
  versendet: 'shipped',
  verschickt: 'shipped',
  versandt: 'shipped',
  zurueckgeschickt: 'returned',
  retourniert: 'returned',
  zurueckgegeben: 'returned',
  retoure: 'returned',
  ausstehend: 'pending',
  gepackt: 'packed',
  verpackt: 'packed',
  dringend: 'urgent',
  hoch: 'high',
  hoh: 'high',
  niedrig: 'low',
  normal: 'normal',
  geloest: 'solved',
  geschlossen: 'closed',
  wartend: 'waiting',
  fehlgeschlagen: 'failed',
  gescheitert: 'failed',
  erstattet: 'refunded',
  autorisiert: 'authorized',
  eingezogen: 'captured',
  karte: 'card',
  kreditkarte: 'card',
  rechnung: 'invoice',
  lastschrift: 'sepa',
  geschenkkarte: 'gift_card',
  telefon: 'phone',
  telefonisch: 'phone',
  filiale: 'store',
  laden: 'store',
  handy: 'mobile',
  rechner: 'desktop',
  suche: 'search',
  kauf: 'purchase',
  seitenaufruf: 'page_view',
  kasse: 'checkout',
  warenkorb: 'add_to_cart',
  vertrieb: 'sales',
  verkauf: 'sales',
  einkauf: 'purchasing',
  technik: 'engineering',
  buchhaltung: 'finance',
  finanzen: 'finance',
  marketing: 'marketing',
  leitung: 'management',
  deutsch: 'de',
  german: 'de',
  englisch: 'en',
  english: 'en',
  rechnungsadresse: 'billing',
  lieferadresse: 'shipping',
  aktiv: 'active',
  inaktiv: 'inactive',
  neu: 'new',
};

function index(words: Record<string, string>): Map<string, string[][]> {
  const byStem = new Map<string, string[][]>();
  for (const [word, meaning] of Object.entries(words)) {
    const key = stem(fold(word));
    const names = meaning
      .split(' ')
      .filter(Boolean)
      .map((name) => name.split('_').map(stem));
    byStem.set(key, [...(byStem.get(key) ?? []), ...names]);
  }
  return byStem;
}

const meaningsByStem = index(meanings);
const valuesByStem = index(valueWords);

/**
 * What a name of a database says in English: of a compound what its end says, as a price of purchase is
 * a price (Anschaffungspreis).
 */
export function englishOf(nameStem: string): string[] {
  const known = englishByStem.get(nameStem);
  if (known) return known;
  const heads = [...englishByStem.keys()].filter((one) => isHead(nameStem, one));
  const longest = heads.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined ? [] : englishByStem.get(longest)!;
}

const englishByStem = new Map(
  Object.entries(meanings).map(([word, names]): [string, string[]] => [
    stem(fold(word)),
    names.split(' ').filter(Boolean),
  ]),
);

const SHORTEST_HEAD = 4;

/** Whether a compound ends with a word: `Fachabteilung` is an `Abteilung`. */
export function isHead(compound: string, word: string): boolean {
  return (
    word.length >= SHORTEST_HEAD && compound.length - word.length >= 3 && compound.endsWith(word)
  );
}

/** What a word may mean, itself first: each a list of stems that stand together in a name. */
export function meaningsOf(wordStem: string): string[][] {
  return [[wordStem], ...(meaningsByStem.get(wordStem) ?? [])];
}

export function valueMeaningsOf(wordStem: string): string[][] {
  return [[wordStem], ...(valuesByStem.get(wordStem) ?? [])];
}

export function isBusinessWord(wordStem: string): boolean {
  return meaningsByStem.has(wordStem) || valuesByStem.has(wordStem);
}

/** As they are written, for slips of the hand. */
export const businessWords: readonly string[] = [
  ...Object.keys(meanings),
  ...Object.keys(valueWords),
];

/** Said beside a date, and nothing more; a value of that name is found before. */
export const softWords = new Set(
  'new neu neue neuen neuer signed up sign haben sich opened eroeffnet'.split(' '),
);

/** Words that say nothing about data. */
export const fillers = new Set(
  fold(
    `shows lists gives returns zeigt listet liefert the a an of in is are there do does did we have has had our my me all show list give display what which who whom was were and to for from please it its
    their them they that this on at be been with get find tell many much can could you i us any some table tables column columns value values data row rows record records
    entry entries come comes coming see look got sorted ordered by than as so far now currently existing exist made placed euro eur dollar usd per overall into out
    der die das den dem des ein eine einen einem einer eines von vom in im ist sind gibt es haben hat hatten wir unser unsere unserer unseren mir mich alle allen aller zeig zeige zeigen liste
    gib nenne welche welcher welches welchen was wer wie und zu zum zur fuer aus bitte mit an am auf bei wurden wurde waren war werden wird sich man kann du ich uns tabelle tabellen spalte spalten wert werte
    chart charts graph plot diagram diagramm diagramme grafik kurve balkendiagramm saeulendiagramm liniendiagramm kreisdiagramm als
    daten zeile zeilen eintrag eintraege kommen kommt derzeit aktuell bisher vorhanden existieren vorhandene gab gabs gibts noch schon jemals insgesamt momentan zurzeit bei durch nur auch mal denn eigentlich
    just only also still already ever at all hoch gehoert gehoeren deren dessen ueberhaupt`,
  ).split(/\s+/),
);
