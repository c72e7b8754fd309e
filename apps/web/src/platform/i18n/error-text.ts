import { errorCatalogue } from '@causeway/contract/errors.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { messageOf } from '#platform/api/error-catalogue.ts';
import { i18n } from './i18n.ts';

/**
 * The sentence for the user. What the server wrote for this very case is kept as it is; only the
 * general sentence of a code is translated.
 */
export function errorText(error: unknown): string {
  if (error instanceof TypeError) return i18n.t('platform:error.unreachable');
  if (!isErrorBody(error)) return messageOf(error) || i18n.t('platform:somethingWentWrong');
  const isGeneral = errorCatalogue[error.code]?.message === error.message;
  const key = `platform:error.${error.code}`;
  return isGeneral && i18n.exists(key) ? i18n.t(key) : error.message;
}
