import type { WizardTable } from './build-sql.ts';
import { isWriting, type Template } from './wizard-state.ts';

export type TemplateReason = 'readOnly' | 'noTime' | 'noReference';

type Known = { table: WizardTable | undefined; mayWrite: boolean };

/** Why a template is of no use here; undefined when it is. */
export function findTemplateReason(template: Template, { table, mayWrite }: Known) {
  if (isWriting(template) && !mayWrite) return 'readOnly' satisfies TemplateReason;
  if (!table || table.columns.length === 0) return undefined;
  if (template === 'timeline' && !table.columns.some(isTimeColumn)) {
    return 'noTime' satisfies TemplateReason;
  }
  const needsReference = template === 'joined' || template === 'missing';
  if (needsReference && table.references.length === 0)
    return 'noReference' satisfies TemplateReason;
  return undefined;
}

export function isTimeColumn({ type }: { type: string }): boolean {
  return /^(date|timestamp)/.test(type);
}

export function isNumberColumn({ type }: { type: string }): boolean {
  return /^(smallint|integer|bigint|numeric|real|double|money)/.test(type);
}
