import type { AllCheckTexts } from './texts.ts';

export const de: AllCheckTexts = {
  gaps: {
    name: 'Lücken',
    title: '{table}.{columns} ist in {count:Zeile:Zeilen} leer ({share%})',
    why: 'Die Spalte ist sonst fast überall gefüllt, diesen Zeilen fehlt vermutlich etwas: {cause}',
    fix: 'Keine neue Zeile ohne Wert zulassen',
  },
  constant: {
    name: 'Immer gleich',
    title: '{table}.{columns} hat in allen {count:Zeile:Zeilen} denselben Wert',
    why: 'Eine Spalte, die sich nie unterscheidet, sagt nichts. Vielleicht ist sie übrig geblieben.',
  },
  duplicates: {
    name: 'Doppelte Werte',
    title: '{groups:Wert:Werte} von {table}.{columns} gibt es mehrfach',
    why: 'Von {count} Zeilen hat fast jede ihren eigenen Wert, Groß- und Kleinschreibung und Leerzeichen am Rand nicht gerechnet. Diese {rows} teilen sich einen.',
  },
  'double-rows': {
    name: 'Doppelte Zeilen',
    title: '{count:Zeile:Zeilen} von {table} gibt es doppelt',
    why: 'Sie stimmen in allen Spalten überein, und kein Schlüssel unterscheidet sie. Summen zählen sie zweimal.',
    fix: 'Je eine behalten',
  },
  outlier: {
    name: 'Ausreißer',
    title: '{table}.{columns}: {value} ist das {times}-Fache des nächsten Werts',
    why: 'Alle anderen liegen weit entfernt. Ein solcher Wert verzerrt Mittelwerte und Summen.',
  },
  'time-travel': {
    name: 'Unmögliche Zeit',
    title: '{count:Zeile:Zeilen} von {table} mit unmöglicher Zeit in {columns}',
    why: 'Die Spalte hält fest, was geschehen ist, reicht aber von {min} bis {max}.',
  },
  'time-order': {
    name: 'Reihenfolge der Zeiten',
    title: '{count:Zeile:Zeilen} von {table}: {second} liegt vor {first}',
    why: 'In allen anderen Zeilen ist es umgekehrt. Dauern aus beiden sind hier negativ.',
    fix: 'Keine neue solche Zeile zulassen',
  },
  sign: {
    name: 'Negative Werte',
    title: '{count} negative Werte in {table}.{columns}',
    why: 'Alle anderen {total} Werte sind null oder größer.',
  },
  'mixed-forms': {
    name: 'Gemischte Schreibweisen',
    title: '{table}.{columns} ist uneinheitlich geschrieben: {count:Zeile:Zeilen} mit anderer Form',
    why: 'Die meisten sehen aus wie {form}. Beim Gruppieren und Verknüpfen gelten die übrigen als etwas anderes.',
  },
  spelling: {
    name: 'Schreibweisen',
    title: '{groups:Wert:Werte} von {table}.{columns} gibt es in mehreren Schreibweisen',
    why: 'Sie unterscheiden sich nur in Groß- und Kleinschreibung oder Leerzeichen: {examples}. {count} Zeilen haben die seltenere Form.',
    fix: 'Wie in den meisten Zeilen schreiben',
  },
  letters: {
    name: 'Kaputte Zeichen',
    title: '{count:Wert:Werte} von {table}.{columns} haben kaputte oder unsichtbare Zeichen',
    why: 'Zum Beispiel {example}. Text wurde in der falschen Kodierung gelesen oder mit unsichtbaren Zeichen kopiert; eine Suche findet ihn nicht.',
  },
  'lost-references': {
    name: 'Verlorene Verweise',
    title:
      '{count:Zeile:Zeilen} von {table} mit Verweis auf eine Zeile von {parent}, die es nicht gibt',
    why: '{columns} verweist in {share%} der Fälle auf Zeilen von {parent}, aber kein Fremdschlüssel wacht darüber. Verknüpfungen lassen diese Zeilen weg.',
    fix: 'Neue Zeilen mit einem Fremdschlüssel prüfen',
  },
  'lonely-state': {
    name: 'Fehlendes Gegenstück',
    title: '{count:Zeile:Zeilen} von {table} im Zustand „{state}“ ohne Zeile in {child}',
    why: 'Fast alle anderen Zeilen in diesem Zustand haben dort eine.',
  },
  'sums-apart': {
    name: 'Abweichende Beträge',
    title: '{count:Zeile:Zeilen}: {table}.{columns} weicht von {parent} ab',
    why: 'In allen anderen Zeilen sind beide gleich. Berichte aus dem einen widersprechen Berichten aus dem anderen.',
  },
  skew: {
    name: 'Ein Wert überwiegt',
    title: '{table}.{columns}: ein Wert steht in {share%} der Zeilen',
    why: 'Unter {distinct} verschiedenen Werten kommt {value} {times}-mal so oft vor wie der nächste. Er kann für etwas Unbekanntes stehen; Durchschnitte und Verknüpfungen über diese Spalte handeln dann vor allem von ihm.',
  },
  personal: {
    name: 'Personenbezogene Daten',
    title: '{table} enthält personenbezogene Daten: {columns}',
    why: 'Die Werte sehen aus wie {kinds}. Denk daran, wenn du Abfragen, Exporte oder Schlüssel weitergibst. Von diesen Spalten werden keine Werte in Profilen behalten.',
  },
  'unusual-day': {
    name: 'Ungewöhnlicher Tag',
    title: '{table}: {when} {day} lag {measure} bei {value}, erwartet waren {expected}',
    why: '{usually} {low} bis {high} üblich. {contributors}',
  },
  late: {
    name: 'Verspätet',
    title: 'Seit {age} nichts Neues in {table}',
    why: 'Zu den Stunden, in denen sonst Zeilen kommen, folgen sie innerhalb von {usual} aufeinander, nach {columns}. Was die Tabelle füllt, steht vielleicht still.',
  },
  'key-without-index': {
    name: 'Schlüssel ohne Index',
    title: 'Dem Fremdschlüssel {table} ({columns}) zu {parent} fehlt ein Index',
    why: 'Jedes Löschen und jede Schlüsseländerung in {parent} und jede Verknüpfung von dort liest alle {count} Zeilen von {table}.',
    fix: 'Den Index anlegen',
  },
  'same-index': {
    name: 'Doppelter Index',
    title: 'Der Index {index} von {table} ist in {other} enthalten',
    why: 'Beide werden mit jeder Zeile geschrieben; dieser belegt {size} und beantwortet nichts, was der andere nicht kann.',
    fix: 'Den kleineren löschen',
  },
  'unused-index': {
    name: 'Unbenutzter Index',
    title: 'Der Index {index} von {table} wurde in {days} Tagen nie benutzt',
    why: 'Er belegt {size} und wird mit jeder Zeile geschrieben. Was auf Replikaten gelesen wird, ist von hier nicht zu sehen.',
    fix: 'Löschen',
  },
  'broken-index': {
    name: 'Kaputter Index',
    title: 'Der Index {index} von {table} ist ungültig',
    why: 'Sein Aufbau wurde unterbrochen: Er kostet bei jedem Schreiben und wird nie gelesen.',
    fix: 'Löschen',
  },
  'missing-index': {
    name: 'Fehlender Index',
    title: '{table} wird ganz gelesen, um {kept:Zeile:Zeilen} nach {columns} zu finden',
    why: 'Für „{statement}“ liest der Planer alle {count} Zeilen, und die Tabelle wird {times}-mal am Tag ganz gelesen. Ein Index auf {columns} würde sie finden.',
    fix: 'Den Index anlegen',
  },
  'no-key': {
    name: 'Kein Schlüssel',
    title: '{table} hat keinen Schlüssel',
    why: 'Ihre {count} Zeilen lassen sich nicht unterscheiden und darum weder einzeln bearbeiten noch einzeln ansprechen oder replizieren.',
    fix: '{key} zum Schlüssel machen: eindeutig und nie leer',
  },
  'running-out': {
    name: 'Nummern gehen aus',
    title: '{table}.{columns} hat {share%} seiner Nummern verbraucht',
    why: 'Bei {max}, dem Ende von {type}, lässt sich keine Zeile mehr anlegen. {who} {value}.',
    fix: 'Die Spalte erweitern',
  },
  behind: {
    name: 'Sequenz hinkt hinterher',
    title: 'Die Sequenz von {table}.{columns} hinkt ihrer Spalte hinterher',
    why: 'Sie fährt mit {value} fort, aber {max} ist schon vergeben: Neue Zeilen scheitern am doppelten Schlüssel.',
    fix: 'Die Sequenz hinter die größte Nummer setzen',
  },
  'risky-types': {
    name: 'Heikle Typen',
    title: 'Heikle Typen in {count:Spalte:Spalten} des Schemas {schema}',
    why: '{list}',
  },
  unproven: {
    name: 'Ungeprüfte Regeln',
    title: 'Nie geprüft oder abgeschaltet: {count:Regel:Regeln} von {table}',
    why: 'Ältere Zeilen können sie verletzen: {list}',
    fix: 'Alle Zeilen prüfen',
  },
  waste: {
    name: 'Tote Zeilen',
    title: '{share%} von {table} sind tote Zeilen',
    why: 'Sie belegen etwa {size} und werden mitgelesen. Vacuum kommt nicht nach oder wird aufgehalten.',
    fix: 'Die Tabelle aufräumen',
  },
  'transaction-age': {
    name: 'Transaktionsnummern gehen aus',
    title:
      '{table} hat {share%} der Transaktionsnummern verbraucht, bis nichts mehr geschrieben wird',
    why: 'Die ältesten Zeilen sind {age} Millionen Transaktionen alt. Nach weiteren {left} Millionen nimmt die Datenbank keine Änderungen mehr an, um sie zu schützen. Vacuum hätte sie längst kennzeichnen sollen; vielleicht hält eine lange Transaktion, ein unbenutzter Replikationsslot oder eine vorbereitete Transaktion es auf.',
    fix: 'Tabelle mit Vacuum bereinigen',
  },
  slow: {
    name: 'Teure Anweisung',
    title: 'Eine Anweisung braucht {share%} der Zeit der Datenbank',
    why: '{calls} Aufrufe, je {mean} ms: {statement}',
  },
  'powerful-role': {
    name: 'Mächtige Rolle',
    title: 'Die Verbindung meldet sich als {role} an und darf alles',
    why: 'Wer SQL durch sie bringt, erreicht andere Datenbanken, Dateien und Programme des Servers. Gib ihr eine eigene Rolle.',
  },
  'public-grants': {
    name: 'Für alle offen',
    title: 'Alle dürfen die Tabelle {table} {what}',
    why: 'PUBLIC hat das Recht {granted}, also jede Rolle, die sich an dieser Datenbank anmelden kann, auch jede spätere.',
    fix: 'PUBLIC wieder entziehen',
  },
  'row-security-off': {
    name: 'Zeilenschutz aus',
    title: '{table} hat {count:Regel:Regeln}, aber der Zeilenschutz ist aus',
    why: 'Die Regeln wirken nicht: Wer die Tabelle lesen darf, liest alle Zeilen.',
    fix: 'Den Zeilenschutz einschalten',
  },
  'row-security-missing': {
    name: 'Kein Zeilenschutz',
    title: '{table} hat keinen Zeilenschutz, {count:ähnliche Tabelle:ähnliche Tabellen} schon',
    why: 'Gemeinsam haben sie die Spalte {columns}, nach der die anderen jedem nur die eigenen Zeilen zeigen.',
  },
  drift: {
    name: 'Geänderte Struktur',
    title:
      '{table} wurde geändert ({what}): {count:Verwendung ist kaputt:Verwendungen sind kaputt}',
    why: 'Was hier steht, wurde für die frühere Struktur geschrieben und scheitert, sobald es jemand benutzt. Was einen Pfeil hat, wurde umbenannt oder hat jetzt einen anderen Typ; was ein Minus hat, ist weg.',
  },
};
