import type { PageContext } from '@causeway/contract/assistant/threads.ts';
import type { Acting } from '#platform/operations/acting.ts';
import type { Brain } from './model.ts';
import { readCatalog } from './read-catalog.ts';
import { sayIn } from './say.ts';
import { languageOf, understand } from './understand.ts';

export type BrainNeeds = {
  as: Acting;
  connectorId: string | null;
  language: 'en' | 'de';
  page: PageContext | undefined;
  now?: Date;
};

/** What is said in more words than these is not for it. */
const LONGEST_QUESTION = 1_000;

/** The built-in assistant: it knows the names of the database and a few hundred words, and nothing else. */
export function createBrain({ as, connectorId, language, page, now }: BrainNeeds): Brain {
  const say = sayIn(language);
  return {
    introduction: say.introduction,
    sayFailed: (message) => say.failed(message),
    think: async (asked) => {
      const question = asked.slice(0, LONGEST_QUESTION);
      if (connectorId === null) return { kind: 'say', text: `${say.noDatabase}\n\n${say.help}` };
      const catalog = await readCatalog(as, connectorId, question);
      return understand(question, {
        catalog,
        language: languageOf(question, language),
        now: now ?? new Date(),
        page,
      });
    },
  };
}
