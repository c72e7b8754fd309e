import type { GoldenQuestion } from '@causeway/contract/assistant/golden.ts';
import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { PageContext } from '@causeway/contract/assistant/threads.ts';
import type { Acting } from '#platform/operations/acting.ts';
import type { Usable } from '../measures/queries.ts';
import type { Brain } from './model.ts';
import { withMeasures } from './own-measures.ts';
import { findingReply, isAboutFinding } from './finding-reply.ts';
import { goldenReply } from './golden-reply.ts';
import { readCatalog } from './read-catalog.ts';
import { sayIn } from './sentences.ts';
import { languageOf } from './spoken.ts';
import { understand } from './understand.ts';
import { fold } from './words.ts';

export type BrainNeeds = {
  as: Acting;
  connectorId: string | null;
  language: 'en' | 'de';
  page: PageContext | undefined;
  /** The verified answer of this very question, where there is one. */
  findVerified(question: string): Promise<GoldenQuestion | undefined>;
  /** What the page in sight is about, where it is a finding. */
  findFinding(): Promise<Finding | undefined>;
  /** What the project calls its numbers. */
  listMeasures(): Promise<readonly Usable[]>;
  now?: Date;
  /** By which the days of the project begin. */
  zone: string;
};

/** What is said in more words than these is not for it. */
const LONGEST_QUESTION = 1_000;

/** The built-in assistant: it knows the names of the database and a few hundred words, and nothing else. */
export function createBrain(needs: BrainNeeds): Brain {
  const { as, connectorId, language, page, now, findVerified, findFinding, listMeasures, zone } =
    needs;
  const say = sayIn(language);
  return {
    introduce: (question) => sayIn(languageOf(question, language)).introduction,
    sayFailed: (message) => say.failed(message),
    think: async (asked) => {
      const question = asked.slice(0, LONGEST_QUESTION);
      if (connectorId === null) return { kind: 'say', text: `${say.noDatabase}\n\n${say.help}` };
      const verified = await findVerified(question);
      if (verified) return goldenReply(verified, languageOf(question, language));
      const spoken = languageOf(question, language);
      const finding = isAboutFinding(fold(question)) ? await findFinding() : undefined;
      if (finding) return findingReply(finding, spoken);
      const catalog = await readCatalog(as, connectorId, question).catch(refusalOf);
      if (catalog instanceof Failure) {
        return { kind: 'say', text: sayIn(spoken).away(catalog.message) };
      }
      return understand(question, {
        catalog: withMeasures({ ...catalog, zone }, await listMeasures()),
        language: spoken,
        now: now ?? new Date(),
        page,
      });
    },
  };
}

/** A database that does not answer, or lets nobody in, is no fault of the assistant, and is told as what it is. */
function refusalOf(error: unknown): Failure {
  if (error instanceof Failure && error.code.startsWith('E_UPSTREAM_')) return error;
  throw error;
}
