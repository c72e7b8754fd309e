import type { Mail } from '#platform/mail/mailer.ts';
import type { Account } from './queries.ts';

type Recipient = Pick<Account, 'email' | 'name' | 'language'>;

export function verificationMail(to: Recipient, link: string, code: string): Mail {
  return inLanguageOf(to, {
    en: {
      subject: `${code} is your Causeway code`,
      text: `Hello ${to.name},

your code is ${code}

Type it where you registered, or open this link:
${link}

Both work once and for 30 minutes. If you did not register, ignore this mail.`,
    },
    de: {
      subject: `${code} ist dein Causeway-Code`,
      text: `Hallo ${to.name},

dein Code lautet ${code}

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
      text: `Hello ${to.name},

somebody, perhaps you, tried to register with this address. It already has an account.

Sign in: ${loginUrl}
Forgot the password? ${resetUrl}`,
    },
    de: {
      subject: 'Du hast bereits ein Causeway-Konto',
      text: `Hallo ${to.name},

jemand, vielleicht du, wollte sich mit dieser Adresse registrieren. Sie hat bereits ein Konto.

Anmelden: ${loginUrl}
Passwort vergessen? ${resetUrl}`,
    },
  });
}

export function resetMail(to: Recipient, link: string): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'Set a new Causeway password',
      text: `Hello ${to.name},

open this link to set a new password:
${link}

It works once and for 30 minutes. If you did not ask for it, ignore this mail; nothing changes.`,
    },
    de: {
      subject: 'Neues Causeway-Passwort festlegen',
      text: `Hallo ${to.name},

öffne diesen Link, um ein neues Passwort festzulegen:
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
      text: `Hello,

somebody typed your right password and five wrong codes of your second factor. If that was not you, your password is known: change it.`,
    },
    de: {
      subject: 'Falsche Codes bei Ihrem Causeway-Konto',
      text: `Guten Tag,

jemand hat Ihr richtiges Passwort und fünf falsche Codes Ihres zweiten Faktors eingegeben. Wenn Sie das nicht waren, ist Ihr Passwort bekannt: Ändern Sie es.`,
    },
  });
}

export function recoveryUsedMail(to: Recipient): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'A recovery code opened your Causeway account',
      text: `Hello,

somebody signed in with your password and one of your recovery codes. If that was not you, sign in, change your password and end the other sessions under Account › Security.`,
    },
    de: {
      subject: 'Ein Wiederherstellungscode hat Ihr Causeway-Konto geöffnet',
      text: `Guten Tag,

jemand hat sich mit Ihrem Passwort und einem Ihrer Wiederherstellungscodes angemeldet. Wenn Sie das nicht waren, melden Sie sich an, ändern Sie Ihr Passwort und beenden Sie die anderen Sitzungen unter Konto › Sicherheit.`,
    },
  });
}

export function newDeviceMail(to: Recipient, { address }: { address: string }): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'A new sign-in to your Causeway account',
      text: `Hello,

your account was signed in to from ${address}, where it has not been signed in to before. If that was not you, change your password and end the other sessions under Account › Security.`,
    },
    de: {
      subject: 'Eine neue Anmeldung bei Ihrem Causeway-Konto',
      text: `Guten Tag,

bei Ihrem Konto hat sich jemand von ${address} angemeldet, von wo aus das bisher nicht geschah. Wenn Sie das nicht waren, ändern Sie Ihr Passwort und beenden Sie die anderen Sitzungen unter Konto › Sicherheit.`,
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
      text: `Hello,

${said[0]}. If that was not you, set a new password at once and look at Account › Security.`,
    },
    de: {
      subject: 'Ihr Causeway-Konto wurde geändert',
      text: `Guten Tag,

${said[1]}. Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sehen Sie unter Konto › Sicherheit nach.`,
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

function inLanguageOf(to: Recipient, texts: Record<'en' | 'de', Omit<Mail, 'to'>>): Mail {
  return { to: to.email, ...texts[to.language === 'de' ? 'de' : 'en'] };
}
