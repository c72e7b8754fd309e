import { textIn } from '@causeway/contract/translatable.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { Moderated } from './moderation.ts';

type News = { decision: 'hidden' | 'shown'; reason: string; link: string };

/** Tells an author what was decided about their snippet; undefined when the account is gone. */
export function moderationMail(snippet: Moderated, news: News): Mail | undefined {
  const { authorEmail: to, authorName: name, authorLanguage } = snippet;
  if (to === null) return undefined;
  const language = authorLanguage === 'de' ? 'de' : 'en';
  const title = textIn(snippet.title, language);
  return { to, ...texts[language][news.decision]({ ...news, title, name: name ?? '' }) };
}

type Words = News & { title: string; name: string };
type Text = (words: Words) => Omit<Mail, 'to'>;

const texts: Record<'en' | 'de', Record<News['decision'], Text>> = {
  en: {
    hidden: ({ title, name, reason, link }) => ({
      subject: `Your snippet “${title}” was hidden`,
      text: `Hello ${name},

others can not see your snippet “${title}” any more. The reason:

${reason}

You still have it, and can change it:
${link}`,
    }),
    shown: ({ title, name, reason, link }) => ({
      subject: `Your snippet “${title}” can be seen again`,
      text: `Hello ${name},

others can see your snippet “${title}” again. The reason:

${reason}

${link}`,
    }),
  },
  de: {
    hidden: ({ title, name, reason, link }) => ({
      subject: `Dein Snippet „${title}“ wurde ausgeblendet`,
      text: `Hallo ${name},

andere sehen dein Snippet „${title}“ nicht mehr. Der Grund:

${reason}

Du hast es noch und kannst es ändern:
${link}`,
    }),
    shown: ({ title, name, reason, link }) => ({
      subject: `Dein Snippet „${title}“ ist wieder zu sehen`,
      text: `Hallo ${name},

andere sehen dein Snippet „${title}“ wieder. Der Grund:

${reason}

${link}`,
    }),
  },
};
