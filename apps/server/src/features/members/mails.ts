import { languageOf, layOut } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/mailer.ts';

type Invited = { by: string; project: string; days: number; link: string };

/** In the language of who has an account already; else in English. */
export function invitationMail(
  email: string,
  account: { name: string; language: string | null } | undefined,
  { by, project, days, link }: Invited,
): Mail {
  const to = { email, name: account?.name ?? email, language: account?.language ?? null };
  const { subject, paragraphs } = {
    en: {
      subject: `${by} invites you to ${project} on Causeway`,
      paragraphs: [
        `${by} invites you to work in the project “${project}”.`,
        `Accept with an account of this address:\n${link}`,
        `The invitation works once and for ${days} days.`,
      ],
    },
    de: {
      subject: `${by} lädt Sie zu ${project} auf Causeway ein`,
      paragraphs: [
        `${by} lädt Sie ein, im Projekt „${project}“ mitzuarbeiten.`,
        `Nehmen Sie die Einladung mit einem Konto dieser Adresse an:\n${link}`,
        `Sie gilt einmal und ${days} Tage lang.`,
      ],
    },
  }[languageOf(to)];
  return layOut(to, { subject, paragraphs });
}
