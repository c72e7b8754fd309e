import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import classes from './outside.module.css';

/** All that is left to say where a link leads nowhere, to somebody who has nothing of the product but it. */
export function DeadLink({ error, line }: { error: unknown; line: string }) {
  const { t } = useTranslation('dashboards');
  return (
    <div role="alert" className={classes.gate}>
      <h1 className={classes.title}>{t(isCut(error) ? 'out.brokenLink' : 'out.ended')}</h1>
      <p className={classes.line}>{isCut(error) ? t('out.brokenLine') : line}</p>
    </div>
  );
}

/** What went wrong with an answer that can be given once more. */
export function Problem({ error }: { error: unknown }) {
  return (
    <p role="alert" className={classes.problem}>
      {errorText(error)}
    </p>
  );
}

const ends = new Set(['E_TOKEN_EXPIRED', 'E_LINK_NOT_FOUND']);

/** Pressing again changes nothing: the link has ended, or is not one of ours. */
export function isOver(error: unknown): boolean {
  return isCut(error) || (isErrorBody(error) && ends.has(error.code));
}

/** A part of the link is all that arrived. */
function isCut(error: unknown): boolean {
  return isErrorBody(error) && error.code === 'E_VALIDATION';
}
