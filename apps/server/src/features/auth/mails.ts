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
      subject: `${code} ist dein Causeway-Code`,
      text: `dein Code lautet ${code}

Gib ihn dort ein, wo du dich registriert hast, oder öffne diesen Link:
${link}

Beides gilt einmal und 30 Minuten lang. Wenn du dich nicht registriert hast, ignoriere diese Mail.`,
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
      subject: 'Du hast bereits ein Causeway-Konto',
      text: `jemand, vielleicht du selbst, wollte sich mit dieser Adresse registrieren. Zu ihr gibt es bereits ein Konto.

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
      text: `öffne diesen Link, um ein neues Passwort festzulegen:
${link}

Er gilt einmal und 30 Minuten lang. Wenn du ihn nicht angefordert hast, ignoriere diese Mail; nichts ändert sich.`,
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
      subject: 'Falsche Codes bei deinem Causeway-Konto',
      text: `jemand hat dein richtiges Passwort und fünf falsche Codes deines zweiten Faktors eingegeben. Wenn du das nicht warst, ist dein Passwort bekannt: Ändere es.`,
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
      subject: 'Ein Wiederherstellungscode hat dein Causeway-Konto geöffnet',
      text: `jemand hat sich mit deinem Passwort und einem deiner Wiederherstellungscodes angemeldet. Wenn du das nicht warst, melde dich an, ändere dein Passwort und beende die anderen Sitzungen unter Konto › Sicherheit.`,
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
      subject: 'Eine neue Anmeldung bei deinem Causeway-Konto',
      text: `bei deinem Konto hat sich jemand von ${address} angemeldet, von wo aus das bisher nicht geschah. Wenn du das nicht warst, ändere dein Passwort und beende die anderen Sitzungen unter Konto › Sicherheit.`,
    },
  });
}

export function weakerSignInMail(to: Recipient, { address }: { address: string }): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'Your Causeway account was signed in to with its password',
      text: `your account has passkeys, and was signed in to from ${address} with the password alone. If that was not you, change your password and end the other sessions under Account › Security. There you can also allow passkeys only.`,
    },
    de: {
      subject: 'Bei deinem Causeway-Konto hat sich jemand mit dem Passwort angemeldet',
      text: `dein Konto hat Passkeys, und von ${address} hat sich jemand allein mit dem Passwort angemeldet. Wenn du das nicht warst, ändere dein Passwort und beende die anderen Sitzungen unter Konto › Sicherheit. Dort kannst du auch nur noch Passkeys zulassen.`,
    },
  });
}

/** What somebody who took over an account would change first. */
export function securityChangedMail(to: Recipient, change: SecurityChange): Mail {
  const said = {
    password: ['your password was changed', 'dein Passwort wurde geändert'],
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
      subject: 'Dein Causeway-Konto wurde geändert',
      text: `${said[1]}. Wenn du das nicht warst, lege sofort ein neues Passwort fest und sieh unter Konto › Sicherheit nach.`,
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
      subject: 'Dein Causeway-Konto soll eine andere Adresse bekommen',
      text: `jemand, der in deinem Konto angemeldet ist, will dessen Adresse in ${newEmail} ändern. Wenn du das nicht warst, ändere sofort dein Passwort.`,
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
        subject: `${code} bestätigt deine neue Causeway-Adresse`,
        text: `dein Code lautet ${code}

Gib ihn dort ein, wo du die neue Adresse angefordert hast. Er gilt 30 Minuten lang. Wenn du das nicht warst, ignoriere diese Mail.`,
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
      subject: 'Dein Causeway-Konto hat jetzt eine andere Adresse',
      text: `Mails gehen von jetzt an an die neue Adresse.${undo ? `\n\nWenn du das nicht warst, mach es innerhalb von sieben Tagen rückgängig:\n${undo}` : ''}`,
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

export function inLanguageOf(to: Recipient, texts: Record<'en' | 'de', Content>): Mail {
  const { subject, text } = texts[languageOf(to)];
  return layOut(to, { subject, paragraphs: [text] });
}
