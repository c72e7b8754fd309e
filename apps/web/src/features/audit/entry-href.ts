import { targetOf } from '@causeway/contract/audit-actions.ts';
import type { AuditEntry } from '@causeway/contract/audit.ts';

/** Where the thing of an entry is; undefined where it has no page, or is gone for good. */
export function hrefOf(
  { action, target, details }: Pick<AuditEntry, 'action' | 'target' | 'details'>,
  scopedHref: (path: string) => string,
): string | undefined {
  if (action.endsWith('.deleted')) return undefined;
  const id = encodeURIComponent(target ?? '');
  switch (targetOf(action)) {
    case 'member':
    case 'invitation':
      return scopedHref('/settings/members');
    case 'project':
      return scopedHref('/settings/general');
    case 'key':
      return target === null ? undefined : scopedHref(`/settings/api-keys/${id}`);
    case 'connector':
    case 'bucket':
      return isId(target) ? `/settings/connectors/${id}` : undefined;
    case 'dashboard':
      return target === null ? undefined : scopedHref(`/dashboards/${id}`);
    case 'workflow':
      return target === null ? undefined : scopedHref(`/automations/workflows/${id}`);
    case 'credential':
      return scopedHref('/automations/credentials');
    case 'snippet':
      return target === null ? undefined : `/community/snippets/${id}`;
    case 'golden':
    case 'measure':
    case 'model':
      return scopedHref('/settings/assistant');
    case 'finding':
    case 'scan':
      return scopedHref('/intelligence');
    case 'view':
      return typeof details['table'] === 'string'
        ? scopedHref(`/explore/${encodeURIComponent(details['table'])}`)
        : undefined;
    default:
      return undefined;
  }
}

function isId(text: string | null): boolean {
  return text !== null && /^[0-9a-f]{8}-/.test(text);
}
