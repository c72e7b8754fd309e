import { languageOf, layOut } from '#platform/mail/layout.ts';
import { nameForMail } from '#platform/mail/names.ts';
import type { Mail } from '#platform/mail/mailer.ts';

type Invited = {
  by: { name: string; email: string };
  project: string;
  days: number;
  link: string;
};
type Recipient = { email: string; name: string; language: string | null };

export function invitationMail(to: Recipient, { by, project, days, link }: Invited): Mail {
  const { subject, paragraphs } = {
    en: {
      subject: 'An invitation to a project on Causeway',
      paragraphs: [
        `${nameForMail(by.name, 'Somebody')} (${by.email}) invites you to work in the project “${nameForMail(project, 'without a name')}”.`,
        `Accept with an account of this address:\n${link}`,
        `The invitation works once and for ${days} days. If you did not expect it, ignore this mail.`,
      ],
    },
    de: {
      subject: 'Einladung zu einem Projekt auf Causeway',
      paragraphs: [
        `${nameForMail(by.name, 'Jemand')} (${by.email}) lädt dich ein, im Projekt „${nameForMail(project, 'ohne Namen')}“ mitzuarbeiten.`,
        `Nimm die Einladung mit einem Konto dieser Adresse an:\n${link}`,
        `Sie gilt einmal und ${days} Tage lang. Wenn du sie nicht erwartet hast, ignoriere diese Mail.`,
      ],
    },
  }[languageOf(to)];
  return layOut(to, { subject, paragraphs });
}
