import type { Recipient } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { inLanguageOf } from './mails.ts';

/** When it was asked for, and on each day of the wait: whoever reads the mailbox can stop it. */
export function factorsLostMail(to: Recipient, readyAt: Date, stopUrl: string): Mail {
  const day = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(readyAt);
  return inLanguageOf(to, {
    en: {
      subject: 'Somebody asks to remove your second factor',
      text: `somebody says that your authenticator app, passkeys and recovery codes are lost, and asks to remove them from your account. Outside sign-ins that are connected to it would go, too. From ${day('en')} on, the people who run Causeway decide about it.

If that is you, there is nothing to do. If you find a factor again, sign in with it, and the request is over.

If it is not you, stop it here and set a new password, since somebody may know yours:
${stopUrl}`,
    },
    de: {
      subject: 'Jemand will deinen zweiten Faktor entfernen lassen',
      text: `jemand gibt an, dass deine Authenticator-App, deine Passkeys und deine Wiederherstellungscodes verloren sind, und bittet darum, sie aus deinem Konto zu entfernen. Auch externe Anmeldungen, die damit verbunden sind, würden getrennt. Ab dem ${day('de')} entscheiden die Personen darüber, die Causeway betreiben.

Wenn du das bist, musst du nichts tun. Findest du einen Faktor wieder, melde dich damit an, und die Anfrage ist erledigt.

Wenn du das nicht bist, halte es hier auf und lege ein neues Passwort fest, denn jemand kennt vielleicht deines:
${stopUrl}`,
    },
  });
}

export function factorsKeptMail(to: Recipient, why: 'stopped' | 'signed-in' | 'refused'): Mail {
  const said = {
    stopped: [
      'the request to remove them was stopped with the link of our mail',
      'die Anfrage, sie zu entfernen, wurde mit dem Link unserer Mail aufgehalten',
    ],
    'signed-in': [
      'you signed in with one of them, so the request to remove them is over',
      'du hast dich mit einem davon angemeldet; die Anfrage, sie zu entfernen, ist damit erledigt',
    ],
    refused: [
      'the people who run Causeway refused to remove them',
      'die Personen, die Causeway betreiben, haben abgelehnt, sie zu entfernen',
    ],
  }[why];
  return inLanguageOf(to, {
    en: { subject: 'Your second factors stay', text: `${said[0]}. Nothing has changed.` },
    de: {
      subject: 'Deine zweiten Faktoren bleiben',
      text: `${said[1]}. Nichts hat sich geändert.`,
    },
  });
}

/** Only who reads the mailbox gets in from here on: the password is gone, too. */
export function factorsRemovedMail(
  to: Recipient,
  { resetUrl, againUrl }: { resetUrl: string; againUrl: string },
): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'Your second factors were removed',
      text: `as asked for three days ago or more, your authenticator app, passkeys and recovery codes were removed from your account, and outside sign-ins that were connected to it. All sessions and API keys have ended, and the old password does not count any more. Set a new one:
${resetUrl}

The link works once and for 30 minutes; later you get a new one here: ${againUrl}

Then turn a second factor on again under Account › Security, and connect outside sign-ins that are yours.`,
    },
    de: {
      subject: 'Deine zweiten Faktoren wurden entfernt',
      text: `wie vor mindestens drei Tagen erbeten, wurden deine Authenticator-App, deine Passkeys und deine Wiederherstellungscodes aus deinem Konto entfernt, ebenso externe Anmeldungen, die damit verbunden waren. Alle Sitzungen und API-Schlüssel sind beendet, und das alte Passwort gilt nicht mehr. Lege ein neues fest:
${resetUrl}

Der Link gilt einmal und 30 Minuten lang; später bekommst du hier einen neuen: ${againUrl}

Schalte danach unter Konto › Sicherheit wieder einen zweiten Faktor ein, und verbinde externe Anmeldungen, die deine sind.`,
    },
  });
}
