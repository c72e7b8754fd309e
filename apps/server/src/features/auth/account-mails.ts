import type { Recipient } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { inLanguageOf } from './mails.ts';

/** Says until when it can be taken back, and how. */
export function leavingMail(to: Recipient, eraseAt: Date, loginUrl: string): Mail {
  const day = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(eraseAt);
  return inLanguageOf(to, {
    en: {
      subject: 'Your Causeway account will be deleted',
      text: `your account was given up and is out of use from now on. It will be erased on ${day('en')}, together with the projects that are yours alone.

If you think again, or if that was not you, sign in before then and keep it:
${loginUrl}`,
    },
    de: {
      subject: 'Dein Causeway-Konto wird gelöscht',
      text: `dein Konto wurde aufgegeben und ist ab jetzt außer Gebrauch. Am ${day('de')} wird es endgültig gelöscht, zusammen mit den Projekten, in denen nur du bist.

Wenn du es dir anders überlegst, oder wenn du das nicht warst, melde dich vorher an und behalte es:
${loginUrl}`,
    },
  });
}

export function returnedMail(to: Recipient): Mail {
  return inLanguageOf(to, {
    en: {
      subject: 'Your Causeway account is kept',
      text: `you signed in and kept your account. Everything in it is as it was. If that was not you, set a new password at once.`,
    },
    de: {
      subject: 'Dein Causeway-Konto bleibt',
      text: `du hast dich angemeldet und dein Konto behalten. Alles darin ist, wie es war. Wenn du das nicht warst, lege sofort ein neues Passwort fest.`,
    },
  });
}

/** Nobody acts as somebody without that person hearing of it; it can not be turned off. */
export function impersonatedMail(
  to: Recipient,
  { staff, reason, link }: { staff: string; reason: string; link: string },
): Mail {
  const why = {
    en: reason === '' ? 'No reason was given.' : `The reason given: ${reason}`,
    de: reason === '' ? 'Ein Grund wurde nicht genannt.' : `Der genannte Grund: ${reason}`,
  };
  return inLanguageOf(to, {
    en: {
      subject: 'Support acts as you on Causeway',
      text: `${staff} of the support is acting as you now, for an hour at most.

${why.en}

Your password, factors, keys and deletion are out of their reach. Who it was and what they did is listed here:
${link}`,
    },
    de: {
      subject: 'Der Support handelt auf Causeway als du',
      text: `${staff} vom Support handelt jetzt als du, höchstens eine Stunde lang.

${why.de}

An dein Passwort, deine Faktoren, deine Schlüssel und das Löschen kommt dabei niemand heran. Wer es war und was getan wurde, steht hier:
${link}`,
    },
  });
}
