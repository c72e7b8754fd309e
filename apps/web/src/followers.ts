import { connectorFollowers } from '#domain/connectors/followers.ts';
import { dashboardFollowers } from '#domain/dashboards/followers.ts';
import { memberFollowers } from '#domain/members/followers.ts';
import { queryFollowers } from '#domain/queries/followers.ts';
import { sampleFollowers } from '#domain/sample/followers.ts';
import { sessionFollowers } from '#platform/session/followers.ts';
import { storageFollowers } from '#domain/storage/followers.ts';
import { tableFollowers } from '#domain/tables/followers.ts';
import { transferFollowers } from '#domain/transfers/followers.ts';

/** Who listens to the events of the server, an area each. */
export const followers = [
  sessionFollowers,
  connectorFollowers,
  memberFollowers,
  tableFollowers,
  storageFollowers,
  transferFollowers,
  queryFollowers,
  dashboardFollowers,
  sampleFollowers,
];
