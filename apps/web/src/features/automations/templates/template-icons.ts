import type { TemplateKey } from '@causeway/contract/automations/template-choices.ts';
import type { IconName } from '#ui/icon.tsx';

/** How each template is recognised: by what it is mostly about. */
export const templateIcons: Record<TemplateKey, IconName> = {
  'nightly-export': 'download',
  'file-to-table': 'upload',
  'freshness-alert': 'clock',
  'weekly-report': 'mail',
  'table-to-bucket': 'box',
  'clean-with-approval': 'users',
  'webhook-to-table': 'link',
  'new-row-mail': 'row',
  'api-to-table': 'globe',
  'duplicate-check': 'files',
  'threshold-alert': 'bell',
  'failure-digest': 'warning',
};
