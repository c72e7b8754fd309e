import { type ErrorBody, errorCatalogue } from '@causeway/contract/errors.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { messageOf } from '#platform/api/error-catalogue.ts';
import { Unreachable } from '#platform/api/unreachable.ts';
import { i18n } from './i18n.ts';

/**
 * The sentence for the user. What the server wrote for this very case is kept as it is; only the
 * general sentence of a code is translated.
 */
export function errorText(error: unknown): string {
  if (error instanceof Unreachable) return i18n.t('platform:error.unreachable');
  // A fault of the program, in words that are for programmers.
  if (error instanceof TypeError) return i18n.t('platform:error.E_INTERNAL');
  if (!isErrorBody(error)) return messageOf(error) || i18n.t('platform:somethingWentWrong');
  const permission = permissionIn(error);
  if (permission) return i18n.t('platform:error.lacksPermission', { permission });
  const met = planLimitIn(error);
  if (met) return i18n.t(`platform:planLimit.${met.limit}`, { count: met.allowed });
  const cap = capIn(error);
  if (cap) return i18n.t(`platform:spendCap.${cap.scope}`, cap);
  const isGeneral = errorCatalogue[error.code]?.message === error.message;
  const key = `platform:error.${error.code}`;
  return isGeneral && i18n.exists(key) ? i18n.t(key) : error.message;
}

/** Of a refused bucket call: an object of a job tells it in its message only. */
function permissionIn({ code, message, details }: ErrorBody): string | undefined {
  if (code !== 'E_BUCKET_FORBIDDEN') return undefined;
  const told = details?.['permission'];
  return typeof told === 'string' ? told : /\bs3:\w+/.exec(message)?.[0];
}

/** Which limit of a plan was met; how many runs go on at once is waited for, not refused. */
function planLimitIn({ code, details }: ErrorBody) {
  const limit = limits.find((one) => one === details?.['limit']);
  const allowed = details?.['allowed'];
  return code === 'E_PLAN_LIMIT' && limit && typeof allowed === 'number' && { limit, allowed };
}

/** Which cap is reached, and how it stands. */
function capIn({ code, details }: ErrorBody) {
  const scope = capScopes.find((one) => one === details?.['scope']);
  const { cap, spent } = { ...details };
  return (
    code === 'E_SPEND_CAP' &&
    scope &&
    typeof cap === 'string' &&
    typeof spent === 'string' && { scope, cap, spent }
  );
}

const capScopes = ['account', 'project', 'key', 'sponsor'] as const;
const limits = ['seats', 'connectors', 'keys'] as const;
