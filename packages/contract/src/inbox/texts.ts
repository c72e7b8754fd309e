import type { InboxKind } from './kinds.ts';
import type { UiLanguage } from '../settings/settings.ts';

/**
 * The sentences of the inbox, once for the page, the bell and the mail. `title` tells it in one line,
 * `body` what more there is to know; `setting` names the kind where people choose about mails. What
 * stands in braces is a parameter of the kind, or a word for one (`roles`, `runs`).
 */
type Sentences = { title: string; body?: string; setting: string };
type Texts = Record<InboxKind, Sentences>;

const en: Texts = {
  'invitation.received': {
    title: '{by} invites you to {project}',
    body: 'You would join as {role}.',
    setting: 'Invitations',
  },
  'member.joined': {
    title: '{name} joined {project}',
    body: 'As {role}.',
    setting: 'Somebody joined',
  },
  'project.offered': {
    title: '{by} offers you to own {project}',
    body: 'Accept or decline it in the settings of the project. The offer stands for seven days.',
    setting: 'A project is offered to you',
  },
  'project.deleted': {
    title: '{by} deleted {project}',
    body: 'Its owners can restore it for {days} days.',
    setting: 'A project was deleted',
  },
  'invitation.stale': {
    title: '{email} could not join',
    body: 'Who had sent the invitation may not invite as {role} any more. Invite them again if they should join.',
    setting: 'An invitation could not be accepted',
  },
  'run.ended': { title: '{run} done: {title}', setting: 'Long work is done' },
  'run.failed': { title: '{run} failed: {title}', setting: 'Work failed' },
  'workflow.notice': {
    title: 'From the workflow “{workflow}”',
    body: '{text}',
    setting: 'A workflow has something to say',
  },
  'workflow.failed': { title: 'The workflow “{workflow}” failed', setting: 'A workflow failed' },
  'workflow.held': {
    title: 'The workflow “{workflow}” is held',
    body: '{person}, on whose behalf it ran, is no longer in the project. Publish it again to let it run as you.',
    setting: 'A workflow is held',
  },
  'workflow.skipped': {
    title: '{count} runs of “{workflow}” were skipped',
    body: 'While it rests, the first 1,000 runs are kept for a week. What was skipped stands in its history.',
    setting: 'Runs of a resting workflow were skipped',
  },
  'key.rotated': {
    title: 'The key “{key}” was rotated',
    body: '{by} made a new secret for it.',
    setting: 'A key was rotated',
  },
  'key.expiring': {
    title: 'The key “{key}” expires in {days} days',
    body: 'What uses it stops working then.',
    setting: 'A key is about to expire',
  },
  'key.expired': {
    title: 'The key “{key}” has expired',
    body: 'What used it is refused now. Rotate the key, or make a new one.',
    setting: 'A key has expired',
  },
  'key.reported': {
    title: 'The key “{key}” was found in public and revoked',
    body: 'Somebody sent it to us as leaked. Make a new one for what used it, and look where it was written down.',
    setting: 'A key leaked',
  },
  'key.held': {
    title: 'The key “{key}” is held',
    body: '{person}, whose rights it has, is no longer in the project.',
    setting: 'A key is held',
  },
  'approval.asked': {
    title: '{by} asks for your approval: {title}',
    body: '{question}',
    setting: 'Your approval is asked for',
  },
  'proposal.failed': {
    title: 'Approved, but not done: {title}',
    body: '{by} asked for it. {error}',
    setting: 'What you approved could not be done',
  },
  'golden.broken': {
    title: 'A verified answer no longer holds: {question}',
    body: '{problem}',
    setting: 'A verified answer no longer holds',
  },
  'alert.fired': { title: 'Alert: {title}', body: 'Now at {value}.', setting: 'An alert fired' },
  'alert.recovered': {
    title: 'Back to normal: {title}',
    body: 'Now at {value}.',
    setting: 'An alert is over',
  },
  'alert.broken': {
    title: 'An alert can not be checked: {title}',
    body: '{error}',
    setting: 'An alert can not be checked',
  },
  'alert.mended': {
    title: 'Checked again: {title}',
    setting: 'An alert is checked again',
  },
  'alert.held': {
    title: 'An alert is held: {title}',
    body: '{person} may not ask for it any more.',
    setting: 'An alert is held',
  },
  'subscription.failed': {
    title: 'A subscription could not be sent: {dashboard}',
    body: 'None of its tiles could be read.',
    setting: 'A subscription could not be sent',
  },
  'comment.mentioned': {
    title: '{by} mentioned you on {dashboard}',
    body: '{text}',
    setting: 'Somebody mentioned you',
  },
  'credits.low': {
    title: '{percent}% of your credits are left',
    body: 'With none left, answers of the assistant and workflows rest. Looking, editing and exporting go on.',
    setting: 'Credits run low',
  },
  'sponsor.offered': {
    title: '{by} asks about paying for {project}',
    body: 'One side offers it, the other accepts: see Account › Billing, or the usage of the project.',
    setting: 'Somebody asks about paying for a project',
  },
  'sponsor.changed': {
    title: 'Who pays for {project} has changed',
    body: 'By {by}. What runs already stays with who paid for it so far.',
    setting: 'Who pays for a project has changed',
  },
  'threshold.reached': {
    title: '{percent}% of your spend cap of {what} credits used',
    setting: 'Usage reaches a threshold',
  },
  'impersonation.started': {
    title: '{staff} of the support acts as you',
    body: 'Reason: {reason}. It ends after an hour at the latest; what was done is listed under Account › Security.',
    setting: 'Support acts as you',
  },
  'account.exported': {
    title: 'The file with your data is ready',
    body: 'It can be fetched for seven days.',
    setting: 'The file with your data is ready',
  },
  'support.asked': {
    title: '{person} asks support: {subject}',
    setting: 'Somebody asks support',
  },
  'recovery.ready': {
    title: '{person} lost every second factor: decide',
    setting: 'Somebody lost every second factor',
  },
  'findings.new': {
    title: 'New findings in {connector}: {count}',
    body: '{list}',
    setting: 'New grave findings',
  },
  'query.broken': {
    title: 'Your query “{query}” no longer works',
    body: 'The table {table} changed: {what}.',
    setting: 'A private query of yours no longer works',
  },
  'finding.assigned': {
    title: '{by} asks you to look after a finding',
    body: 'It is about {table}.',
    setting: 'A finding is assigned to you',
  },
  'support.answered': {
    title: 'An answer from support: {subject}',
    setting: 'Support answered',
  },
};

const de: Texts = {
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
    setting: 'Ein Ablauf ist fehlgeschlagen',
  },
  'workflow.held': {
    title: 'Der Ablauf „{workflow}“ ist angehalten',
    body: '{person}, in deren oder dessen Namen er lief, gehört nicht mehr zum Projekt. Veröffentliche ihn erneut, damit er in deinem Namen läuft.',
    setting: 'Ein Ablauf ist angehalten',
  },
  'workflow.skipped': {
    title: '{count} Läufe von „{workflow}“ wurden ausgelassen',
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
  'alert.fired': {
    title: 'Alarm: {title}',
    body: 'Aktueller Wert: {value}.',
    setting: 'Ein Alarm wurde ausgelöst',
  },
  'alert.recovered': {
    title: 'Wieder normal: {title}',
    body: 'Aktueller Wert: {value}.',
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
    body: '{person} darf das nicht mehr abfragen.',
    setting: 'Ein Alarm ruht',
  },
  'subscription.failed': {
    title: 'Ein Abo konnte nicht verschickt werden: {dashboard}',
    body: 'Keine seiner Kacheln war lesbar.',
    setting: 'Ein Abo konnte nicht verschickt werden',
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

const words: Record<UiLanguage, Record<'role' | 'run', Record<string, string>>> = {
  en: {
    role: { viewer: 'viewer', editor: 'editor', admin: 'admin', owner: 'owner' },
    run: {
      import: 'Import',
      'import-analysis': 'Reading',
      export: 'Export',
      'storage-job': 'Work on files',
      crawl: 'Search index',
      scan: 'Scan',
      fix: 'Fix',
    },
  },
  de: {
    role: { viewer: 'lesend', editor: 'bearbeitend', admin: 'verwaltend', owner: 'Inhaber' },
    run: {
      import: 'Import',
      'import-analysis': 'Einlesen',
      export: 'Export',
      'storage-job': 'Arbeit an Dateien',
      crawl: 'Suchindex',
      scan: 'Prüfung',
      fix: 'Behebung',
    },
  },
};

export const inboxTexts: Record<UiLanguage, Texts> = { en, de };

type Told = { kind: InboxKind; params: Record<string, unknown> };

/** What an entry says, in a language. */
export function sayInbox(
  { kind, params }: Told,
  language: UiLanguage,
): { title: string; body: string | undefined } {
  const { title, body } = inboxTexts[language][kind];
  const fill = (text: string) =>
    text.replace(/\{([a-z]+)\}/g, (_, name: string) => {
      const value = inLanguage(params[name], language);
      return words[language][name as 'role' | 'run']?.[value] ?? value;
    });
  return { title: fill(title), body: body === undefined ? undefined : fill(body) };
}

/** What was written when it was told is there in each language. */
function inLanguage(value: unknown, language: UiLanguage): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return String((value as Partial<Record<UiLanguage, unknown>>)[language] ?? '');
}
