import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import classes from './outside.module.css';

/** Why the link of a mail did nothing, for somebody who has nothing of the product but the mail. */
export function DeadLink({ error }: { error: unknown }) {
  const { t } = useTranslation('dashboards');
  return (
    <p role="alert" className={classes.problem}>
      {isCut(error) ? t('out.brokenLink') : errorText(error)}
    </p>
  );
}

/** Pressing again changes nothing: the link has ended, or is not one of ours. */
export function isOver(error: unknown): boolean {
  return isCut(error) || (isErrorBody(error) && error.code === 'E_TOKEN_EXPIRED');
}

/** A part of the link is all that arrived. */
function isCut(error: unknown): boolean {
  return isErrorBody(error) && error.code === 'E_VALIDATION';
}
