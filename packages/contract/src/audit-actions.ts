/**
 * Every act that is written down, by the thing it was done to. A new one is added here first: what
 * is not in the list can't be recorded, and the log's page offers exactly these to filter by.
 */
export const auditCatalogue = {
  account: [
    'account.registered',
    'account.verified',
    'account.rejected',
    'password.reset',
    'account.password-changed',
    'account.factor-added',
    'account.factor-removed',
    'account.email-changed',
    'account.email-undone',
    'account.recovery-asked',
    'account.recovery-stopped',
    'account.exported',
    'account.leaving',
    'account.returned',
    'account.erased',
    'session.ended',
  ],
  impersonation: ['impersonation.started', 'impersonation.stopped'],
  staff: [
    'staff.searched',
    'staff.account-opened',
    'staff.mails-read',
    'staff.suspended',
    'staff.unsuspended',
    'staff.flag-changed',
    'staff.recovery-begun',
    'staff.recovery-agreed',
    'staff.recovery-refused',
  ],
  support: ['support.answered', 'support.closed', 'support.reopened'],
  project: [
    'project.created',
    'project.updated',
    'project.deleted',
    'project.restored',
    'project.offered',
    'project.offer-ended',
    'project.transferred',
  ],
  member: [
    'member.invited',
    'member.joined',
    'member.role-changed',
    'member.removed',
    'member.left',
  ],
  invitation: ['invitation.renewed', 'invitation.withdrawn', 'invitation.declined'],
  key: [
    'key.created',
    'key.updated',
    'key.rotated',
    'key.revoked',
    'key.taken-over',
    'key.reported',
  ],
  connector: [
    'connector.created',
    'connector.updated',
    'connector.secrets-replaced',
    'connector.renames-followed',
    'connector.deleted',
  ],
  table: ['data.import', 'data.export', 'data.drop-table'],
  view: ['view.shared', 'view.updated', 'view.deleted'],
  query: ['query.created', 'query.updated', 'query.deleted', 'query.restored'],
  dashboard: [
    'dashboard.created',
    'dashboard.updated',
    'dashboard.deleted',
    'dashboard.restored',
    'dashboard.link-created',
    'dashboard.link-revoked',
  ],
  workflow: [
    'workflow.created',
    'workflow.updated',
    'workflow.published',
    'workflow.enabled',
    'workflow.disabled',
    'workflow.hook-renewed',
    'workflow.deleted',
    'workflow.restored',
    'workflow.run-cancelled',
    'workflow.run-repeated',
    'workflow.step-decided',
  ],
  credential: [
    'credential.created',
    'credential.updated',
    'credential.rotated',
    'credential.deleted',
  ],
  bucket: [
    'storage.uploaded',
    'storage.object-written',
    'storage.object-copied',
    'storage.object-deleted',
    'storage.version-restored',
    'storage.image-changed',
    'storage.link-signed',
    'storage.copy-started',
    'storage.move-started',
    'storage.delete-started',
    'storage.restore-started',
    'storage.purge-started',
    'storage.replace-started',
  ],
  finding: [
    'finding.dismissed',
    'finding.snoozed',
    'finding.reopened',
    'finding.assigned',
    'finding.fix-applied',
    'finding.fix-undone',
  ],
  scan: ['scan.started', 'scan.scheduled', 'scan.unscheduled'],
  proposal: ['proposal.asked', 'proposal.approved', 'proposal.denied'],
  golden: ['golden.verified', 'golden.removed'],
  tool: ['mcp.called'],
  model: ['model.chosen', 'model.removed', 'model.level-changed'],
  snippet: [
    'snippet.published',
    'snippet.withdrawn',
    'snippet.deleted',
    'snippet.restored',
    'snippet.hidden',
    'snippet.shown',
    'snippet.reports.dismissed',
    'snippet.comment.removed',
  ],
} as const;

export type AuditTarget = keyof typeof auditCatalogue;
export type AuditAction = (typeof auditCatalogue)[AuditTarget][number];

export const auditActions: readonly AuditAction[] = Object.values(auditCatalogue).flat();

/** The kind of thing an act was done to. */
export function targetOf(action: string): AuditTarget | undefined {
  const kinds = Object.keys(auditCatalogue) as AuditTarget[];
  return kinds.find((kind) => (auditCatalogue[kind] as readonly string[]).includes(action));
}
