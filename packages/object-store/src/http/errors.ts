/** Every error the store answers with: S3's own codes, so that any S3 client knows what to do. */
const ERRORS = {
  AccessControlListNotSupported: [400, 'The bucket does not allow ACLs.'],
  AccessDenied: [403, 'Access Denied.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'The signing query parameters are malformed.'],
  AccessForbidden: [403, 'No rule of the bucket allows pages of this origin to do that.'],
  BadDigest: [400, 'The digest you specified does not match what was received.'],
  BadRequest: [400, 'Bad request.'],
  BucketAlreadyOwnedByYou: [409, 'The bucket already exists and is yours.'],
  BucketNotEmpty: [409, 'The bucket you tried to delete is not empty.'],
  EntityTooLarge: [400, 'The upload exceeds the maximum allowed size.'],
  EntityTooSmall: [400, 'A part other than the last is smaller than 5 MiB.'],
  ExpectationFailed: [417, "Only '100-continue' can be expected."],
  IllegalVersioningConfigurationException: [400, 'Versions are Enabled or Suspended.'],
  IncompleteBody: [400, 'The body is shorter or longer than announced.'],
  InternalError: [500, 'The store met an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The access key id is not known here.'],
  InvalidArgument: [400, 'Invalid argument.'],
  InvalidBucketName: [400, 'The bucket name is not valid.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum value is not valid.'],
  InvalidPart: [400, 'A part could not be found, or its ETag or checksum does not match.'],
  InvalidPartOrder: [400, 'The parts are not in ascending order.'],
  InvalidPartNumber: [416, 'The object has no part of this number.'],
  InvalidRange: [416, 'The requested range cannot be satisfied.'],
  InvalidRequest: [400, 'Invalid request.'],
  InvalidTag: [400, 'The tag is not valid.'],
  InvalidURI: [400, 'The address could not be parsed.'],
  KeyTooLongError: [400, 'The key is longer than 1024 bytes.'],
  MalformedXML: [400, 'The XML is not well-formed or not what this operation expects.'],
  MaxMessageLengthExceeded: [400, 'The request is too large.'],
  MethodNotAllowed: [405, 'The method is not allowed on this resource.'],
  MissingContentLength: [411, 'The Content-Length header is required.'],
  NoSuchBucket: [404, 'The bucket does not exist.'],
  NoSuchCORSConfiguration: [404, 'The bucket has no CORS configuration.'],
  NoSuchKey: [404, 'The key does not exist.'],
  NoSuchTagSet: [404, 'The bucket has no tags.'],
  NoSuchUpload: [404, 'The multipart upload does not exist.'],
  NoSuchVersion: [404, 'The version does not exist.'],
  NotImplemented: [501, 'The store does not implement what this request asks for.'],
  PreconditionFailed: [412, 'A precondition of the request does not hold.'],
  RequestTimeTooSkewed: [403, 'The request time and the server time are too far apart.'],
  SignatureDoesNotMatch: [403, 'The signature does not match the request.'],
  StorageFull: [507, 'The disk is full.'],
  XAmzContentSHA256Mismatch: [400, 'The body does not match the announced SHA-256.'],
} as const satisfies Record<string, readonly [number, string]>;

export type StoreErrorCode = keyof typeof ERRORS;

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly status: number;

  constructor(code: StoreErrorCode, message?: string) {
    super(message ?? ERRORS[code][1]);
    this.code = code;
    this.status = ERRORS[code][0];
  }
}
