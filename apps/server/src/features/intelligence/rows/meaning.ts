/** What a column is about, as far as its name tells. Checks that would be noise without it ask here. */

const birth = /(^|_)(birth|born|dob|geburt|geb_dat)/i;
const past =
  /(^|_)(created|updated|modified|placed|ordered|purchased|paid|shipped|sent|delivered|opened|answered|solved|resolved|closed|occurred|logged|seen|hired|imported|counted|recorded|registered|signed|signup|joined|inserted|captured|received|deleted|completed|finished|visited|erstellt|angelegt|erfasst|bestellt|gestellt|gebucht|bezahlt|verkauft|versandt|versendet|geliefert|eingegangen|eingang|aufgenommen|aufnahme|entlassen|entlassung|eröffnet|geöffnet|beantwortet|gelöst|geschlossen|abgeschlossen|geändert|aktualisiert|gelöscht|eingestellt|importiert|registriert|gemessen|gezählt|durchgeführt|geprüft|besucht)(_|$)/i;
const future =
  /(valid|due|expire|until|planned|target|deadline|schedul|next|renew|remind|snooze|publish|ends?_|_end$|_to$|fällig|gültig|haltbar|ablauf|frist|geplant|nächste|bis$)/i;

export function isBirth(name: string): boolean {
  return birth.test(name);
}

/** It records what has happened: nothing of it can lie ahead. */
export function recordsPast(name: string): boolean {
  return (past.test(name) || isBirth(name)) && !future.test(name);
}

const identity =
  /(^|_)(e?_?mail|email_address|phone|mobile|sku|iban|isbn|ean|username|login|vat_(id|number)|serial(_number)?|telefon(nummer)?|handy(nummer)?|mobilnummer|benutzername|(kunden|mitglieds|versicherten|rechnungs|bestell|auftrags|serien|steuer)nummer|ust_id)$/i;

/** What somebody or something is known by: hardly ever empty, hardly ever twice. */
export function isIdentity(name: string): boolean {
  return identity.test(name);
}

/** Named as what refers to rows of another table. */
export function isNamedReference(name: string): boolean {
  return name.toLowerCase().endsWith('_id');
}

const named = /(^|_)(name|title|nachname|bezeichnung|titel)$/i;
export function mustBeFilled(name: string): boolean {
  return isIdentity(name) || named.test(name);
}

const optional =
  /(_at|_on|_am|_um|_date|_time|_datum|_id|_by|_von|_bis|note|notes|comment|remark|reason|description|failure|error|middle_name|maiden|notiz|notizen|bemerkung|bemerkungen|kommentar|grund|beschreibung|fehler|geburtsname)$/i;
export function isOptional(name: string, comment: string | null): boolean {
  return optional.test(name) || /\b(empty|optional|leer|null)\b/i.test(comment ?? '');
}

const signed =
  /(balance|saldo|delta|diff|change|adjust|refund|correction|temp|lat|lon|lng|coord|offset|score|growth|profit|loss|net|änderung|abweichung|differenz|korrektur|erstattung|gutschrift|gewinn|verlust|^x$|^y$|^z$)/i;
export function mayBeNegative(name: string): boolean {
  return signed.test(name);
}

const counters =
  /(^|_)(id|ids|key|code|number|no|nr|zip|postal|plz|phone|version|year|month|day|hash|count|position|rank|level|sequence|seq|ip|port|lat|lon|lng|latitude|longitude|[a-zäöü]*nummer|nr|jahr|monat|telefon|rang|stufe)$/i;
/** Numbers that are names: no value of theirs is too large. */
export function isLabel(name: string): boolean {
  return counters.test(name) || /^(id|code|number)/i.test(name);
}

const quiet = /(^is_|^has_|version|tenant|filler|padding|dummy|reserved|unused|locale|schema)/i;
export function mayBeConstant(name: string): boolean {
  return quiet.test(name);
}

const prose =
  /(name|title|street|address|city|town|path|url|uri|link|mail|phone|mobile|fax|comment|note|body|text|subject|description|label|message|reason|answer|slug|agent|file|key$|tag|straße|strasse|adresse|stadt|telefon|kommentar|bemerkung|notiz|betreff|beschreibung|bezeichnung|titel|nachricht|grund|antwort|datei)/i;
export function isProse(name: string): boolean {
  return prose.test(name);
}

const caseful =
  /(^|_)(id|ids|hash|token|digest|secret|key|checksum|signature|password|slug|path|url)$/i;
export function carriesCase(name: string): boolean {
  return caseful.test(name);
}
