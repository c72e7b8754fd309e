import { z } from 'zod';

/**
 * Every error a caller can receive: its status and the sentence shown when the thrower adds none.
 * Statuses follow the client's retry rule: nothing that must not be sent twice answers 408, 409,
 * 425, 429 or 5xx. An edit conflict is 412, a failing database or bucket of the user's is 424, a
 * query that ran too long is 422.
 */
export const errorCatalogue = {
  E_VALIDATION: { status: 422, message: 'Some of what was sent is not valid.' },
  E_MALFORMED: { status: 400, message: 'The request could not be read.' },
  E_BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  E_UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send application/json.' },
  E_NOT_FOUND: { status: 404, message: 'Not found.' },
  E_RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  E_INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
  E_UNAVAILABLE: { status: 503, message: 'Causeway is not ready. Try again in a moment.' },

  E_INVALID_API_TOKEN: { status: 401, message: 'Your session has ended. Sign in again.' },
  E_INVALID_CREDENTIALS: { status: 401, message: 'The e-mail address or password is not right.' },
  E_EMAIL_UNVERIFIED: { status: 403, message: 'Verify your e-mail address first.' },
  E_FORBIDDEN: { status: 403, message: 'Your role does not allow this.' },
  E_SCOPE_MISSING: { status: 403, message: 'This takes a scope that was not given.' },
  E_API_KEY_INVALID: { status: 401, message: 'This API key is not valid, or not any more.' },
  E_KEY_HELD: {
    status: 403,
    message: 'This API key is held: who made it is not a member of its project any more.',
  },
  E_KEY_ADDRESS: { status: 403, message: 'This API key may not be used from this address.' },
  E_KEY_NOT_FOUND: { status: 404, message: 'API key not found.' },
  E_TOKEN_EXPIRED: { status: 410, message: 'This link or code is no longer valid.' },
  E_OTHER_ACCOUNT: {
    status: 403,
    message: 'This link belongs to another account than the one you are signed in to.',
  },
  E_CODE_WRONG: { status: 422, message: 'That code is not right.' },
  E_IMPERSONATION_NESTED: { status: 403, message: 'Stop impersonating first.' },
  E_IMPERSONATION_REFUSED: { status: 403, message: 'Not possible while impersonating.' },
  E_SECOND_FACTOR: { status: 403, message: 'A second factor is needed to sign in.' },
  E_PROOF_REQUIRED: { status: 403, message: 'Prove first that it is you.' },
  E_PASSWORD_WRONG: { status: 422, message: 'That password is not right.' },
  E_PASSKEY_REFUSED: { status: 422, message: 'This passkey can not be used here.' },
  E_LAST_WAY_IN: { status: 422, message: 'Nothing would be left to sign in with.' },
  E_IDENTITY_TAKEN: { status: 422, message: 'This identity belongs to another account.' },
  E_IDENTITY_UNKNOWN: {
    status: 403,
    message: 'There is an account with this address. Sign in to it to connect the two.',
  },
  E_PROVIDER_REFUSED: { status: 422, message: 'The sign-in with the provider did not succeed.' },
  E_CREDITS_EXHAUSTED: {
    status: 402,
    message: 'There are not enough credits for this. Top up, or wait for the next month.',
  },
  E_ACCOUNT_CHECKED: {
    status: 403,
    message:
      'The credits of whoever pays for this are being checked. It works again once that is done.',
  },
  E_BOOKS_DISAGREE: { status: 422, message: 'The sums of this account still do not agree.' },
  E_GIFT_LIMIT: {
    status: 422,
    message: 'Staff may not give one person so many credits within 30 days.',
  },
  E_MEASURE: { status: 422, message: 'This is no measure.' },
  E_MEASURE_NOT_FOUND: { status: 404, message: 'This measure does not exist.' },
  E_SPEND_CAP: { status: 402, message: 'The spend cap of this month is reached.' },
  E_PLAN_LIMIT: { status: 403, message: 'The plan does not allow more of these.' },
  E_CHECKOUT_ENDED: { status: 422, message: 'This payment page is not open any more.' },
  E_SPONSOR: { status: 422, message: 'There is no such offer to pay for the project.' },
  E_SPONSOR_THERE: { status: 409, message: 'Somebody pays for the project, or was asked to.' },
  E_PAYMENT_DECLINED: { status: 402, message: 'The payment was declined.' },
  E_REGISTRATION_CLOSED: { status: 403, message: 'New accounts can not be opened here now.' },
  E_REGISTRATION_INVITED: {
    status: 403,
    message:
      'New accounts need an invitation to their address here, or an address of the organisation.',
  },
  E_ACCOUNT_LEAVING: { status: 403, message: 'This account is about to be deleted.' },
  E_FIELD_NOT_ALLOWED: { status: 422, message: 'This field can not be changed here.' },

  E_IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: 'This idempotency key was used for another request.',
  },
  E_IDEMPOTENCY_IN_PROGRESS: { status: 425, message: 'The first request is still running.' },
  E_OUTCOME_UNKNOWN: {
    status: 424,
    message: 'The first request was cut off. Check whether it took effect before repeating it.',
  },

  E_PROJECT_REQUIRED: { status: 400, message: 'Choose a project first.' },
  E_PROJECT_NOT_FOUND: { status: 404, message: 'Project not found.' },
  E_MEMBER_NOT_FOUND: { status: 404, message: 'Member not found.' },
  E_USER_NOT_FOUND: { status: 404, message: 'User not found.' },
  E_INVITATION_ADDRESS: {
    status: 403,
    message: 'This invitation was sent to another address.',
  },
  E_INVITATION_STALE: {
    status: 410,
    message: 'Who sent this invitation may not invite to that role any more. Ask for a new one.',
  },
  E_OFFER_ENDED: { status: 410, message: 'This offer does not stand any more.' },
  E_LAST_OWNER: { status: 422, message: 'A project needs at least one owner.' },
  E_APPROVAL_ANSWERED: {
    status: 422,
    message: 'This was answered already, was withdrawn, or its time is over.',
  },
  E_PREVIEW_NEEDED: {
    status: 412,
    message: 'Look at the preview first: this one was used, or is too old.',
  },
  E_VERSION_CONFLICT: { status: 412, message: 'Somebody else changed this meanwhile.' },

  E_CONNECTOR_NOT_FOUND: { status: 404, message: 'Connector not found.' },
  E_CONNECTOR_NOT_SUPPORTED: { status: 422, message: 'connector not supported' },
  E_CONNECTOR_READ_ONLY: { status: 405, message: 'This connector is read-only.' },
  E_SECRET_REQUIRED: { status: 422, message: 'A new destination needs its secrets again.' },
  E_SECRET_UNREADABLE: {
    status: 422,
    message:
      'The stored secret of this connector can not be read any more. Enter it again in its settings.',
  },
  E_SECRET_IN_URL: { status: 400, message: 'Secrets do not belong in an address.' },
  E_CONNECTOR_MISMATCH: {
    status: 422,
    message: 'What was sent along does not match the stored connector.',
  },
  E_CONNECTOR_TOO_POWERFUL: {
    status: 403,
    message:
      'The database role of this connector can reach beyond its data, so viewers may not run SQL of their own here.',
  },
  E_READER_ROLE: {
    status: 422,
    message: 'This role can not be the one that readers are switched to.',
  },
  E_CONNECTOR_BUSY: {
    status: 422,
    message: 'Too many queries are running on this connector. Wait for one to end.',
  },
  E_SQL_EMPTY: { status: 422, message: 'There is no statement to run.' },
  E_SQL_MULTIPLE_STATEMENTS: { status: 422, message: 'Send one statement at a time.' },
  E_INVALID_CHARACTER: {
    status: 422,
    message: 'There is a zero byte in it, which no text of a database can hold.',
  },
  E_SQL_SYNTAX: { status: 422, message: 'The statement could not be read.' },
  E_SQL_READ_ONLY: { status: 405, message: 'Only reading is possible here.' },
  E_SQL_BINDINGS: { status: 422, message: 'Placeholders and bindings do not match.' },
  E_SQL_INVALID_VALUE: { status: 422, message: 'A value does not fit its type.' },
  E_SQL_CONSTRAINT: { status: 422, message: 'A rule of the database refuses this.' },
  E_SQL_FORBIDDEN: { status: 403, message: 'The database role may not do this.' },
  E_SQL_FAILED: { status: 422, message: 'The database refused the statement.' },
  E_SQL_UNCONFIRMED: { status: 422, message: 'Look at what this would destroy, and confirm it.' },
  E_TRANSACTION_NOT_FOUND: { status: 404, message: 'This transaction is not open any more.' },
  E_TRANSACTION_FAILED: {
    status: 422,
    message: 'A statement of this transaction failed. Only a rollback is left.',
  },
  E_PREVIEW_TABLES_CHANGED: {
    status: 422,
    message:
      'This transaction has changed tables, which a preview can not look into. Run the statement: the transaction can still be rolled back.',
  },
  E_RESULT_GONE: { status: 410, message: 'This result is not kept any more. Run it again.' },
  E_QUERY_NOT_FOUND: { status: 404, message: 'Query not found.' },
  E_QUERY_PRIVATE: {
    status: 422,
    message: 'This query is private. Share it in the project first: a dashboard is for everybody.',
  },
  E_LINK_NOT_FOUND: { status: 404, message: 'This link does not exist, or not any more.' },
  E_LINK_PASSWORD: { status: 403, message: 'This link asks for a password.' },
  E_MAIL_DOMAIN: {
    status: 403,
    message: 'Admins of this project have not allowed mails to addresses of this domain.',
  },
  E_MAIL_REFUSED: {
    status: 403,
    message: 'One of these addresses wants no mails of this project.',
  },
  E_LINKS_OFF: { status: 403, message: 'Public links are turned off in this project.' },
  E_LINK_VALUE: { status: 422, message: 'This value can not be asked for here.' },
  E_LINK_UNREADABLE: { status: 424, message: 'This can not be shown right now.' },
  E_FILTER_MISSING: { status: 422, message: 'A filter that must have a value has none.' },
  E_FILTER_INITIAL: { status: 422, message: 'A filter can not have the value it begins with.' },
  E_DASHBOARD_NOT_FOUND: { status: 404, message: 'Dashboard not found.' },
  E_TABLE_NOT_FOUND: { status: 404, message: 'Table not found.' },
  E_COLUMN_NOT_FOUND: { status: 422, message: 'Column not found.' },
  E_ROW_NOT_FOUND: { status: 404, message: 'Row not found.' },
  E_TABLE_READ_ONLY: { status: 405, message: 'Rows of this table can not be changed.' },
  E_DRAFT_BUSY: { status: 425, message: 'These changes are being saved right now.' },
  E_CHANGE_SET_NOT_FOUND: { status: 404, message: 'Change set not found.' },
  E_NOT_REVERTIBLE: { status: 422, message: 'This can not be taken back.' },
  E_QUERY_TIMEOUT: { status: 422, message: 'The query took too long and was stopped.' },
  E_QUERY_CANCELLED: { status: 422, message: 'The query was cancelled.' },
  E_RESULT_TOO_LARGE: { status: 422, message: 'The result is too large.' },
  E_UPSTREAM_FAILED: { status: 424, message: 'The other system refused the request.' },
  E_OBJECT_NOT_FOUND: { status: 404, message: 'Object not found.' },
  E_OBJECT_EXISTS: { status: 412, message: 'There is an object of that name already.' },
  E_EQUAL_TARGETS: { status: 422, message: 'Several of these would have the same target.' },
  E_OBJECT_NAME: {
    status: 422,
    message: 'The name holds the character U+0000, with which nothing can be done here.',
  },
  E_OBJECT_NOT_JSON: { status: 422, message: 'The object is not JSON.' },
  E_BUCKET_FORBIDDEN: { status: 403, message: 'The keys of this connector may not do this.' },
  E_UPLOAD_NOT_FOUND: { status: 404, message: 'This upload is not open any more.' },
  E_UPLOAD_FIELD: { status: 422, message: 'Send a form with one field named file.' },
  E_UPLOAD_INCOMPLETE: { status: 422, message: 'Some parts have not arrived.' },
  E_FILE_TOO_LARGE: { status: 413, message: 'The file is too large.' },
  E_STORAGE_JOB_NOT_FOUND: { status: 404, message: 'Job not found.' },
  E_STORAGE_JOB_STATE: { status: 422, message: 'The job is not in a state for this.' },
  E_IMAGE_UNREADABLE: { status: 422, message: 'This can not be read as a picture.' },
  E_IMAGE_TOO_LARGE: { status: 422, message: 'The picture has too many pixels.' },
  E_TABLE_UNREADABLE: { status: 422, message: 'This can not be read as a table.' },
  E_RANGE_NOT_SATISFIABLE: { status: 416, message: 'The object ends before that.' },
  E_EXPORT_NOT_FOUND: { status: 404, message: 'Export not found.' },
  E_EXPORT_FAILED: { status: 422, message: 'This can not be written in that format.' },
  E_EXPORT_SPACE: {
    status: 422,
    message: 'There is no room for more kept files. Delete some, or export into a bucket.',
  },
  E_EXPORT_TOO_LARGE: {
    status: 413,
    message: 'There is no room for all these rows. Export fewer of them, or fewer at once.',
  },
  E_IMPORT_NOT_FOUND: { status: 404, message: 'Import not found.' },
  E_IMPORT_STATE: { status: 422, message: 'The import is not in a state for this.' },
  E_IMPORT_SPACE: {
    status: 422,
    message:
      'There is no room for more files to import. Delete some imports, or import from a bucket.',
  },
  E_IMPORT_NOT_ARRAY: { status: 422, message: 'The file is not a JSON array of row objects.' },
  E_IMPORT_UNREADABLE: { status: 422, message: 'The file can not be read this way.' },
  E_IMPORT_ROW: { status: 422, message: 'A row does not fit the table.' },
  E_IMPORT_PLAN: { status: 422, message: 'The mapping does not fit the table.' },
  E_RECIPE_NOT_FOUND: { status: 404, message: 'Recipe not found.' },
  E_SNIPPET_NOT_FOUND: { status: 404, message: 'Snippet not found.' },
  E_COMMENT_NOT_FOUND: { status: 404, message: 'Comment not found.' },
  E_SNIPPET_SECRET: {
    status: 422,
    message: 'Something in this looks like a secret. Take it out before others can read it.',
  },
  E_PATTERN_INVALID: { status: 422, message: 'The regular expression could not be read.' },
  E_WORKFLOW_NOT_FOUND: { status: 404, message: 'Workflow not found.' },
  E_WORKFLOW_INVALID: { status: 422, message: 'This workflow can not run as it is.' },
  E_WORKFLOW_NOT_PUBLISHED: { status: 422, message: 'Publish and enable this workflow first.' },
  E_RUN_NOT_FOUND: { status: 404, message: 'Run not found.' },
  E_RUN_STATE: { status: 422, message: 'The run is not in a state for this.' },
  E_RUN_BUDGET: { status: 422, message: 'The budget of the run is used up.' },
  E_CRON_INVALID: { status: 422, message: 'This schedule never fires.' },
  E_CODE_FAILED: { status: 422, message: 'The code failed.' },
  E_CODE_LIMIT: { status: 422, message: 'The code took too much time or memory and was stopped.' },
  E_WEBHOOK_SIGNATURE: { status: 401, message: 'The signature of the call is not right.' },
  E_CREDENTIAL_NOT_FOUND: { status: 404, message: 'Credential not found.' },
  E_CREDENTIAL_IN_USE: { status: 422, message: 'A published workflow uses this credential.' },
  E_CREDENTIAL_HOST: { status: 422, message: 'This credential may not be sent there.' },
  E_THREAD_NOT_FOUND: { status: 404, message: 'Conversation not found.' },
  E_MESSAGE_NOT_FOUND: { status: 404, message: 'Message not found.' },
  E_THREAD_BUSY: { status: 422, message: 'The last question is still being answered.' },
  E_PROPOSAL_NOT_FOUND: { status: 404, message: 'Proposal not found.' },
  E_GOLDEN_NOT_FOUND: { status: 404, message: 'Verified question not found.' },
  E_AI_UNAVAILABLE: { status: 424, message: 'The model does not answer.' },
  E_EGRESS_BLOCKED: { status: 422, message: 'This address is not allowed.' },
  E_UPSTREAM_AUTH: { status: 424, message: 'The other system refused the credentials.' },
  E_UPSTREAM_TLS: { status: 424, message: 'The certificate of the other system is not as asked.' },
  E_SSH_HOST_KEY: {
    status: 424,
    message: 'The key of the SSH server is not known yet. Test the connection to see it.',
  },
  E_UPSTREAM_UNREACHABLE: { status: 424, message: 'The other system can not be reached.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCode = z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]);

/** The one form of every failed answer. */
export const errorBody = z.object({
  code: errorCode,
  message: z.string(),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** Expected failures are thrown as this, once, where they are noticed. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message?: string, details?: Record<string, unknown>) {
    super(message ?? errorCatalogue[code].message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
