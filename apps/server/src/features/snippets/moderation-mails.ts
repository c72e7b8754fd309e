import { textIn } from '@causeway/contract/translatable.ts';
import { languageOf, layOut } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { Moderated } from './moderation.ts';

type News = { decision: 'hidden' | 'shown'; reason: string; link: string };

/** Tells an author what was decided about their snippet; undefined when the account is gone. */
export function moderationMail(snippet: Moderated, news: News): Mail | undefined {
  const { authorEmail: email, authorName: name, authorLanguage } = snippet;
  if (email === null) return undefined;
  const language = languageOf({ language: authorLanguage });
  const title = textIn(snippet.title, language);
  const { subject, text } = texts[language][news.decision]({ ...news, title });
  const author = { email, name: name ?? '', language };
  return layOut(author, { subject, paragraphs: [text] });
}

type Words = News & { title: string };
type Text = (words: Words) => { subject: string; text: string };

const texts: Record<'en' | 'de', Record<News['decision'], Text>> = {
  en: {
    hidden: ({ title, reason, link }) => ({
      subject: `Your snippet “${title}” was hidden`,
      text: `others can not see your snippet “${title}” any more. The reason:

${reason}

You still have it, and can change it:
${link}`,
    }),
    shown: ({ title, reason, link }) => ({
      subject: `Your snippet “${title}” can be seen again`,
      text: `others can see your snippet “${title}” again. The reason:

${reason}

${link}`,
    }),
  },
  de: {
    hidden: ({ title, reason, link }) => ({
      subject: `Dein Snippet „${title}“ wurde ausgeblendet`,
      text: `andere sehen dein Snippet „${title}“ nicht mehr. Der Grund:

${reason}

Du hast es noch und kannst es ändern:
${link}`,
    }),
    shown: ({ title, reason, link }) => ({
      subject: `Dein Snippet „${title}“ ist wieder zu sehen`,
      text: `andere sehen dein Snippet „${title}“ wieder. Der Grund:

${reason}

${link}`,
    }),
  },
};
