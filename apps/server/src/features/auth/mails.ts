import { languageOf, layOut, type Recipient } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/mailer.ts';

/** Whoever registers chooses the name, perhaps for somebody else's mailbox: it is not repeated there. */
export function verificationMail(account: Recipient, link: string, code: string): Mail {
  const to = { ...account, name: account.email };
  return inLanguageOf(to, {
    en: {
      subject: `${code} is your Causeway code`,
      text: `your code is ${code}

Type it where you registered, or open this link:
${link}

Both work once and for 30 minutes. If you did not register, ignore this mail.`,
    },
    de: {
      subject: `${code} ist Ihr Causeway-Code`,
      text: `Ihr Code lautet ${code}

Geben Sie ihn dort ein, wo Sie sich registriert haben, oder öffnen Sie diesen Link:
${link}

Beides gilt einmal und 30 Minuten lang. Wenn Sie sich nicht registriert haben, ignorieren Sie diese Mail.`,
    },
  });
}

export function alreadyRegisteredMail(to: Recipient, loginUrl: string, resetUrl: string): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'You already have a Causeway account',
      text: `somebody, perhaps you, tried to register with this address. It already has an account.

Sign in: ${loginUrl}
Forgot the password? ${resetUrl}`,
    },
    de: {
      subject: 'Sie haben bereits ein Causeway-Konto',
      text: `jemand, vielleicht Sie selbst, wollte sich mit dieser Adresse registrieren. Sie hat bereits ein Konto.

Anmelden: ${loginUrl}
Passwort vergessen? ${resetUrl}`,
    },
  });
}

export function resetMail(to: Recipient, link: string): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'Set a new Causeway password',
      text: `open this link to set a new password:
${link}

It works once and for 30 minutes. If you did not ask for it, ignore this mail; nothing changes.`,
    },
    de: {
      subject: 'Neues Causeway-Passwort festlegen',
      text: `öffnen Sie diesen Link, um ein neues Passwort festzulegen:
${link}

Er gilt einmal und 30 Minuten lang. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Mail; nichts ändert sich.`,
    },
  });
}

/** Somebody knows the password and does not have the second factor. */
export function wrongCodesMail(to: Recipient): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'Wrong codes at your Causeway account',
      text: `somebody typed your right password and five wrong codes of your second factor. If that was not you, your password is known: change it.`,
    },
    de: {
      subject: 'Falsche Codes bei Ihrem Causeway-Konto',
      text: `jemand hat Ihr richtiges Passwort und fünf falsche Codes Ihres zweiten Faktors eingegeben. Wenn Sie das nicht waren, ist Ihr Passwort bekannt: Ändern Sie es.`,
    },
  });
}

export function recoveryUsedMail(to: Recipient): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'A recovery code opened your Causeway account',
      text: `somebody signed in with your password and one of your recovery codes. If that was not you, sign in, change your password and end the other sessions under Account › Security.`,
    },
    de: {
      subject: 'Ein Wiederherstellungscode hat Ihr Causeway-Konto geöffnet',
      text: `jemand hat sich mit Ihrem Passwort und einem Ihrer Wiederherstellungscodes angemeldet. Wenn Sie das nicht waren, melden Sie sich an, ändern Sie Ihr Passwort und beenden Sie die anderen Sitzungen unter Konto › Sicherheit.`,
    },
  });
}

export function newDeviceMail(to: Recipient, { address }: { address: string }): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'A new sign-in to your Causeway account',
      text: `your account was signed in to from ${address}, where it has not been signed in to before. If that was not you, change your password and end the other sessions under Account › Security.`,
    },
    de: {
      subject: 'Eine neue Anmeldung bei Ihrem Causeway-Konto',
      text: `bei Ihrem Konto hat sich jemand von ${address} angemeldet, von wo aus das bisher nicht geschah. Wenn Sie das nicht waren, ändern Sie Ihr Passwort und beenden Sie die anderen Sitzungen unter Konto › Sicherheit.`,
    },
  });
}

/** What somebody who took over an account would change first. */
export function securityChangedMail(to: Recipient, change: SecurityChange): Mail {
  const said = {
    password: ['your password was changed', 'Ihr Passwort wurde geändert'],
    'totp-on': ['a second factor was turned on', 'ein zweiter Faktor wurde eingeschaltet'],
    'totp-off': ['the second factor was turned off', 'der zweite Faktor wurde ausgeschaltet'],
    'recovery-codes': [
      'new recovery codes were made',
      'neue Wiederherstellungscodes wurden erstellt',
    ],
    'passkey-added': ['a passkey was added', 'ein Passkey wurde hinzugefügt'],
    'passkey-removed': ['a passkey was removed', 'ein Passkey wurde entfernt'],
    'passkeys-only': ['only passkeys open it now', 'nur noch Passkeys öffnen es'],
    'password-too': ['the password opens it again', 'das Passwort öffnet es wieder'],
    'identity-added': [
      'an outside sign-in was connected',
      'eine externe Anmeldung wurde verbunden',
    ],
    'identity-removed': ['an outside sign-in was removed', 'eine externe Anmeldung wurde entfernt'],
  }[change];
  return inLanguageOf(to, {
    en: {
      subject: 'Your Causeway account was changed',
      text: `${said[0]}. If that was not you, set a new password at once and look at Account › Security.`,
    },
    de: {
      subject: 'Ihr Causeway-Konto wurde geändert',
      text: `${said[1]}. Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sehen Sie unter Konto › Sicherheit nach.`,
    },
  });
}

/** To the old address, before anything changes. */
export function changeAskedMail(to: Recipient, newEmail: string): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'Your Causeway account is about to get another address',
      text: `somebody who is signed in to your account asked to change its address to ${newEmail}. If that was not you, change your password at once.`,
    },
    de: {
      subject: 'Ihr Causeway-Konto soll eine andere Adresse bekommen',
      text: `jemand, der in Ihrem Konto angemeldet ist, will dessen Adresse in ${newEmail} ändern. Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort.`,
    },
  });
}

export function newAddressMail(to: Recipient, code: string): Mail {
  return inLanguageOf(
    { ...to, name: to.email },
    {
      en: {
        subject: `${code} confirms your new Causeway address`,
        text: `your code is ${code}

Type it where you asked for the new address. It works for 30 minutes. If you did not ask, ignore this mail.`,
      },
      de: {
        subject: `${code} bestätigt Ihre neue Causeway-Adresse`,
        text: `Ihr Code lautet ${code}

Geben Sie ihn dort ein, wo Sie die neue Adresse angefordert haben. Er gilt 30 Minuten lang. Wenn Sie das nicht waren, ignorieren Sie diese Mail.`,
      },
    },
  );
}

/** To the old address; only the first of a week can take the change back. */
export function emailChangedMail(to: Recipient, undo: string | undefined): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'Your Causeway account has another address now',
      text: `mails go to the new address from now on.${undo ? `\n\nIf that was not you, take it back within seven days:\n${undo}` : ''}`,
    },
    de: {
      subject: 'Ihr Causeway-Konto hat jetzt eine andere Adresse',
      text: `Mails gehen von jetzt an an die neue Adresse.${undo ? `\n\nWenn Sie das nicht waren, machen Sie es innerhalb von sieben Tagen rückgängig:\n${undo}` : ''}`,
    },
  });
}

export type SecurityChange =
  | 'password'
  | 'totp-on'
  | 'totp-off'
  | 'recovery-codes'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkeys-only'
  | 'password-too'
  | 'identity-added'
  | 'identity-removed';

type Content = { subject: string; text: string };

function inLanguageOf(to: Recipient, texts: Record<'en' | 'de', Content>): Mail {
  const { subject, text } = texts[languageOf(to)];
  return layOut(to, { subject, paragraphs: [text] });
}
