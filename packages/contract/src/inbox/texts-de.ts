import type { Texts } from './sentences.ts';

export const de: Texts = {
  'invitation.received': {
    title: '{by} lädt dich zu {project} ein',
    body: 'Deine Rolle wäre {role}.',
    setting: 'Einladungen',
  },
  'member.joined': {
    title: '{name} gehört jetzt zu {project}',
    body: 'Rolle: {role}.',
    setting: 'Jemand ist beigetreten',
  },
  'project.offered': {
    title: '{by} bietet dir an, {project} zu übernehmen',
    body: 'Nimm das Angebot in den Einstellungen des Projekts an oder lehne es ab. Es gilt sieben Tage.',
    setting: 'Dir wird ein Projekt angeboten',
  },
  'project.deleted': {
    title: '{by} hat {project} gelöscht',
    body: 'Inhaber können es {days} Tage lang wiederherstellen.',
    setting: 'Ein Projekt wurde gelöscht',
  },
  'invitation.stale': {
    title: '{email} konnte nicht beitreten',
    body: 'Wer die Einladung geschickt hatte, darf mit der Rolle „{role}“ nicht mehr einladen. Lade erneut ein, falls die Person beitreten soll.',
    setting: 'Eine Einladung konnte nicht angenommen werden',
  },
  'run.ended': { title: '{run} fertig: {title}', setting: 'Längere Arbeit ist fertig' },
  'run.failed': { title: '{run} fehlgeschlagen: {title}', setting: 'Arbeit ist fehlgeschlagen' },
  'workflow.notice': {
    title: 'Vom Ablauf „{workflow}“',
    body: '{text}',
    setting: 'Ein Ablauf hat etwas mitzuteilen',
  },
  'workflow.failed': {
    title: 'Der Ablauf „{workflow}“ ist fehlgeschlagen',
    body: '{error}',
    setting: 'Ein Ablauf ist fehlgeschlagen',
  },
  'workflow.held': {
    title: 'Der Ablauf „{workflow}“ ist angehalten',
    body: '{person}, in deren oder dessen Namen er lief, gehört nicht mehr zum Projekt. Veröffentliche ihn erneut, damit er in deinem Namen läuft.',
    setting: 'Ein Ablauf ist angehalten',
  },
  'workflow.skipped': {
    title: 'Ausgelassene Läufe von „{workflow}“: {count}',
    body: 'Solange er ruht, werden die ersten 1.000 Läufe eine Woche lang aufgehoben. Was ausgelassen wurde, steht in seinem Verlauf.',
    setting: 'Läufe eines ruhenden Ablaufs wurden ausgelassen',
  },
  'key.rotated': {
    title: 'Der Schlüssel „{key}“ wurde erneuert',
    body: '{by} hat ein neues Geheimnis dafür erzeugt.',
    setting: 'Ein Schlüssel wurde erneuert',
  },
  'key.expiring': {
    title: 'Der Schlüssel „{key}“ läuft in {days} Tagen ab',
    body: 'Was ihn benutzt, funktioniert dann nicht mehr.',
    setting: 'Ein Schlüssel läuft bald ab',
  },
  'key.cap': {
    title:
      'Der Schlüssel „{key}“ hat {percent} % seiner Ausgabengrenze von {cap} Credits verbraucht',
    body: 'Ist sie erreicht, wird abgelehnt, was Credits kostet, und Läufe, die sein Schreiben auslöst, werden angehalten. Alles andere geht weiter.',
    setting: 'Ein Schlüssel nähert sich seiner Ausgabengrenze',
  },
  'key.expired': {
    title: 'Der Schlüssel „{key}“ ist abgelaufen',
    body: 'Was ihn benutzte, wird jetzt abgelehnt. Erneuere den Schlüssel oder erstelle einen neuen.',
    setting: 'Ein Schlüssel ist abgelaufen',
  },
  'key.reported': {
    title: 'Der Schlüssel „{key}“ wurde öffentlich gefunden und widerrufen',
    body: 'Jemand hat ihn uns als durchgesickert gemeldet. Erstelle einen neuen für das, was ihn benutzte, und sieh nach, wo er aufgeschrieben war.',
    setting: 'Ein Schlüssel ist durchgesickert',
  },
  'key.held': {
    title: 'Der Schlüssel „{key}“ ist gesperrt',
    body: '{person}, deren oder dessen Rechte er hat, gehört nicht mehr zum Projekt.',
    setting: 'Ein Schlüssel ist gesperrt',
  },
  'approval.asked': {
    title: '{by} bittet um deine Freigabe: {title}',
    body: '{question}',
    setting: 'Deine Freigabe wird erbeten',
  },
  'proposal.failed': {
    title: 'Freigegeben, aber nicht ausgeführt: {title}',
    body: '{by} hatte darum gebeten. {error}',
    setting: 'Freigegebenes konnte nicht ausgeführt werden',
  },
  'golden.broken': {
    title: 'Eine geprüfte Antwort gilt nicht mehr: {question}',
    body: '{problem}',
    setting: 'Eine geprüfte Antwort gilt nicht mehr',
  },
  'measure.broken': {
    title: 'Die Kennzahl „{measure}“ lässt sich nicht mehr berechnen',
    body: '{problem}',
    setting: 'Eine Kennzahl lässt sich nicht mehr berechnen',
  },
  'alert.fired': {
    title: 'Alarm: {title}',
    body: 'Aktueller Wert: {value}.',
    setting: 'Ein Alarm wurde ausgelöst',
  },
  'alert.recovered': {
    title: 'Wieder normal: {title}',
    body: 'Aktueller Wert: {value}.[ Der Alarm dauerte {lasted}.]',
    setting: 'Ein Alarm ist vorbei',
  },
  'alert.broken': {
    title: 'Ein Alarm lässt sich nicht prüfen: {title}',
    body: '{error}',
    setting: 'Ein Alarm lässt sich nicht prüfen',
  },
  'alert.mended': {
    title: 'Wird wieder geprüft: {title}',
    setting: 'Ein Alarm wird wieder geprüft',
  },
  'alert.held': {
    title: 'Ein Alarm ruht: {title}',
    body: '{person} darf das nicht mehr abfragen. Wer das Dashboard bearbeiten darf, kann den Alarm übernehmen.',
    setting: 'Ein Alarm ruht',
  },
  'subscription.failed': {
    title: 'Ein Abo konnte nicht verschickt werden: {dashboard}',
    body: 'Keine seiner Kacheln war lesbar.',
    setting: 'Ein Abo konnte nicht verschickt werden',
  },
  'subscription.unfiltered': {
    title: 'Ein Abo konnte nicht verschickt werden: {dashboard}',
    body: 'Es braucht einen Wert für: {filters}. Gib dem Filter einen ersten Wert, oder wähle im Dashboard einen und abonniere neu.',
    setting: 'Einem Abo fehlt ein Filter',
  },
  'subscription.held': {
    title: 'Ein Abo ruht: {dashboard}',
    body: '{person}, in deren oder dessen Namen es verschickt wurde, darf das Dashboard nicht mehr ansehen. Wer das Dashboard bearbeiten darf, kann das Abo übernehmen, damit es wieder verschickt wird.',
    setting: 'Ein Abo ruht',
  },
  'subscription.waiting': {
    title: 'Ein Abo wartet: {dashboard}',
    body: 'Die Zeitzone des Projekts, „{zone}“, ist hier nicht bekannt, deshalb wird nichts verschickt. Es geht weiter, sobald ein Admin in den Einstellungen des Projekts eine andere wählt.',
    setting: 'Ein Abo wartet',
  },
  'comment.mentioned': {
    title: '{by} hat dich auf {dashboard} erwähnt',
    body: '{text}',
    setting: 'Jemand hat dich erwähnt',
  },
  'credits.low': {
    title: 'Noch {percent} % deiner Credits sind übrig',
    body: 'Ohne Credits ruhen Antworten des Assistenten und Abläufe. Ansehen, bearbeiten und exportieren geht weiter.',
    setting: 'Credits gehen zur Neige',
  },
  'credits.given': {
    title: 'Du hast {credits} Credits geschenkt bekommen',
    body: 'Vom Betrieb dieser Installation, aus Kulanz. Sie gelten {days} Tage.',
    setting: 'Du bekommst Credits geschenkt',
  },
  'sponsor.offered': {
    title: '{by} fragt, wer {project} bezahlt',
    body: 'Eine Seite bietet es an, die andere nimmt an: unter Konto › Abrechnung oder bei der Nutzung des Projekts.',
    setting: 'Jemand fragt, wer ein Projekt bezahlt',
  },
  'sponsor.changed': {
    title: 'Wer {project} bezahlt, hat sich geändert',
    body: 'Durch {by}. Was schon läuft, bezahlt, wer es bisher bezahlt hat.',
    setting: 'Wer ein Projekt bezahlt, hat sich geändert',
  },
  'sponsor.out': {
    title: '{name} bezahlt jetzt für {project}',
    body: '{by} kann zurzeit nichts dafür ausgeben: Die Credits sind aufgebraucht, eine Grenze ist erreicht oder das Konto wird geprüft. Sobald das vorbei ist, bezahlt wieder {by}.',
    setting: 'Wer ein Projekt sponsert, kann zurzeit nicht bezahlen',
  },
  'sponsor.back': {
    title: '{by} bezahlt wieder für {project}',
    body: 'In der Zwischenzeit war es {name}.',
    setting: 'Wer ein Projekt sponsert, bezahlt wieder',
  },
  'threshold.reached': {
    title: '{percent} % deiner Ausgabengrenze von {what} Credits verbraucht',
    setting: 'Der Verbrauch erreicht eine Schwelle',
  },
  'impersonation.started': {
    title: '{staff} vom Support handelt als du',
    body: 'Grund: {reason}. Es endet spätestens nach einer Stunde; was getan wurde, steht unter Konto › Sicherheit.',
    setting: 'Der Support handelt als du',
  },
  'account.exported': {
    title: 'Die Datei mit deinen Daten ist fertig',
    body: 'Sie kann sieben Tage lang geladen werden.',
    setting: 'Die Datei mit deinen Daten ist fertig',
  },
  'support.asked': {
    title: '{person} fragt den Support: {subject}',
    setting: 'Jemand fragt den Support',
  },
  'account.frozen': {
    title: 'Die Credits von {person} gehen nicht auf',
    body: 'Das Konto ist eingefroren: Dort wird nichts zurückgelegt und nichts gebucht, bis du nachgesehen hast.',
    setting: 'Ein Konto ist eingefroren, weil seine Summen nicht stimmen',
  },
  'recovery.ready': {
    title: '{person} hat alle zweiten Faktoren verloren: entscheide',
    setting: 'Jemand hat alle zweiten Faktoren verloren',
  },
  'findings.new': {
    title: 'Neue Befunde in {connector}: {count}',
    body: '{list}',
    setting: 'Neue schwere Befunde',
  },
  'query.broken': {
    title: 'Deine Abfrage „{query}“ funktioniert nicht mehr',
    body: 'Die Tabelle {table} wurde geändert: {what}.',
    setting: 'Eine deiner privaten Abfragen funktioniert nicht mehr',
  },
  'finding.assigned': {
    title: '{by} bittet dich, dich um einen Befund zu kümmern',
    body: 'Er betrifft {table}.',
    setting: 'Dir wird ein Befund zugewiesen',
  },
  'support.answered': {
    title: 'Antwort des Supports: {subject}',
    setting: 'Der Support hat geantwortet',
  },
};
