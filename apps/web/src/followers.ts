import { connectorFollowers } from '#platform/connectors/followers.ts';
import { dashboardFollowers } from '#platform/dashboards/followers.ts';
import { memberFollowers } from '#platform/members/followers.ts';
import { queryFollowers } from '#platform/queries/followers.ts';
import { sampleFollowers } from '#platform/sample/followers.ts';
import { sessionFollowers } from '#platform/session/followers.ts';
import { storageFollowers } from '#platform/storage/followers.ts';
import { tableFollowers } from '#platform/tables/followers.ts';
import { transferFollowers } from '#platform/transfers/followers.ts';

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
