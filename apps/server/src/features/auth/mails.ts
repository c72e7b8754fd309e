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

function inLanguageOf(to: Recipient, texts: Record<'en' | 'de', Omit<Mail, 'to'>>): Mail {
  return { to: to.email, ...texts[to.language === 'de' ? 'de' : 'en'] };
}
