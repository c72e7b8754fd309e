/**
 * What runs and triggers record of themselves, in English as the API tells it. A record keeps the
 * sentence; who shows it to people finds out which of these it is, and with which facts, and says it
 * in their language. So records stay readable for everybody else, older ones included, and what a
 * database or a server said is in none of these and stays as it came.
 *
 * A changed sentence is a new one: records of the old one are not found any more.
 */
export const runMessages = {
  ourFault: 'Something went wrong on our side.',
  failed: 'It failed.',
  processLost: 'Its process was lost.',
  decidedFailed: 'Somebody decided that it failed.',
  stopped: 'Stopped by the workflow.',
  withheld: 'What was said of it may hold rows that are not for you.',
  skipped: 'It was skipped: too many rested, or it rested for more than a week.',
  nobodyToActFor: 'Whom this acts for is gone.',

  budgetSteps: "The run's budget of {{most}} steps is used up.",
  budgetCalls: "The run's budget of {{most}} calls is used up.",
  budgetRows: "The run's budget of {{most}} rows is used up.",
  budgetSeconds: "The run's budget of {{most}} seconds is used up.",
  budgetCredits: "The run's budget of {{most}} credits is used up.",
  budgetItems: "There are more items than the run's budget of {{most}} steps.",
  tooMuchWork: 'This is too much for one step.',
  stepTooLarge: 'A step keeps at most 5 million characters.',
  runTooLarge: 'A run keeps at most 32 million characters.',

  listOfLoop: 'The items of a loop have to be a list.',
  listToFilter: 'What is filtered has to be a list.',
  listToSort: 'What is sorted has to be a list.',
  listToLookThrough: 'What is looked through has to be a list.',
  listOnTheLeft: 'The left side has to be a list.',
  listOnTheRight: 'The right side has to be a list.',
  listToSumUp: 'What is summed up has to be a list.',
  listToCsv: 'What becomes CSV has to be a list.',
  csvUnreadable: 'The CSV can not be read at line {{line}}.',
  noMoment: "'{{text}}' is no moment.",
  keyColumnMissing: 'The rows have no value for a column of the key.',
  tooManyShapes: 'The rows name more than 200 different sets of columns.',
  rowsCut: 'Only the first {{rows}} rows were read.',
  entriesCut: 'Only the first {{entries}} entries of the folder were listed.',
  notTried:
    'It was not tried out, since it might not be undone: a dry run shows changes to one table, where nothing draws a number from a sequence.',
  exportCancelled: 'The export was cancelled.',
  importCancelled: 'The import was cancelled.',
  importRefused: 'Nothing was imported: rows were bad, {{rows}} of them.',
  storageJobCancelled: 'The work on the files was cancelled.',
  storageJobFailed: 'Of {{total}} files {{failed}} failed. {{told}}',

  childFailed: 'The other workflow failed.',
  childCancelled: 'The other workflow was cancelled.',
  tooDeep: 'Workflows call each other more than {{deepest}} deep.',

  noAddress: "'{{url}}' is no address.",
  answeredSaying: 'It answered {{status}}. {{said}}',
  answered: 'It answered {{status}}.',
  answeredLate: 'It did not answer in time.',
  doesNotAnswer: 'The address does not answer.',
  tooManyRedirects: 'More than {{most}} redirects.',
  onlyHttp: 'Only http and https addresses are allowed.',
  addressPrivate:
    "'{{host}}' leads to a private address, which is not allowed. The operator allows it with {{allow}}",
  addressReserved: "'{{host}}' leads to a reserved address, which is not allowed.",
  addressOurs: "'{{host}}' leads to Causeway's own services, which is not allowed.",
  nameUnknown: "The name '{{host}}' can not be resolved.",
  credentialElsewhere: "'{{name}}' may not be sent to {{host}}.",
  credentialForSignatures: 'A secret for signatures is never sent.',

  mailToNobody: 'The mail has no recipient.',
  mailToTooMany: 'Too many recipients.',
  notInProject: 'Not in this project: {{people}}',
  nobodyInProject: 'None of them is in the project.',
  nobodyMayAnswer: 'None of them may answer: that takes an editor with a seat.',

  promptTooLong: 'The question is too long.',
  noModel: 'No AI model is connected; see the settings of the assistant.',
  modelSeesNoRows: 'The project does not let models see rows, and this step would send some.',
  modelWithoutValues: 'The model did not answer with the values that are wanted.',
  modelSilent: 'The model did not answer.',

  codeTooLong: 'It took too long.',
  codeMemory: 'It used too much memory.',
  codeOutput: 'Too much output.',
  codeNeverEnds: 'It waits for something that never comes.',
  codeBroke: 'It broke the sandbox and was stopped.',
  codeBusy: 'Too much code is running. Try again in a moment.',

  changesMissed: 'Nobody read for so long that changes after {{time}} were not noted any more.',
  outboxStays: 'What was handed on stays in the table: {{said}}',
  columnNotRising: 'More than {{most}} rows share one value of {{column}}: it does not rise.',
  tooManyObjects: 'More than {{most}} objects in the folder.',
  lookTooLong: 'Looking took longer than {{most}} seconds and was ended.',
  unnameableObjects: 'Objects left out, since their names hold U+0000: {{objects}}.',
} as const;

export type RunMessage = keyof typeof runMessages;
type Facts = Record<string, string | number>;

export function runMessage(name: RunMessage, facts: Facts = {}): string {
  return runMessages[name].replaceAll(/\{\{(\w+)\}\}/g, (_, fact: string) => {
    return String(facts[fact] ?? '');
  });
}

/** Which of them a recorded sentence is; undefined where it is not ours. */
export function findRunMessage(text: string): { name: RunMessage; facts: Facts } | undefined {
  for (const { name, parts } of (sentences ??= listSentences())) {
    const facts = factsIn(text, parts);
    if (facts) return { name, facts };
  }
  return undefined;
}

/** A search in errors looks for at most so many of them. */
export const MOST_SENTENCES = 20;

/** The words of a sentence, between which its facts stand. */
export function wordsOf(sentence: string): string[] {
  return sentence.split(/\{\{\w+\}\}/);
}

type Sentence = { name: RunMessage; parts: string[] };
let sentences: Sentence[] | undefined;

/** Words and names of facts in turns; words come first and last, if only as an empty text. */
function listSentences(): Sentence[] {
  return Object.entries(runMessages).map(([name, sentence]) => {
    return { name: name as RunMessage, parts: sentence.split(/\{\{(\w+)\}\}/) };
  });
}

/** Each fact ends where the words behind it come next, the last one where they end the text. */
function factsIn(text: string, [first = '', ...parts]: string[]): Facts | undefined {
  if (parts.length === 0) return text === first ? {} : undefined;
  if (!text.startsWith(first)) return undefined;
  const facts: Facts = {};
  let from = first.length;
  for (let at = 0; at < parts.length; at += 2) {
    const [fact = '', words = ''] = parts.slice(at, at + 2);
    const isLast = at + 2 >= parts.length;
    const to = isLast ? text.length - words.length : text.indexOf(words, from + 1);
    if (to <= from || !text.startsWith(words, to)) return undefined;
    facts[fact] = text.slice(from, to);
    from = to + words.length;
  }
  return facts;
}
