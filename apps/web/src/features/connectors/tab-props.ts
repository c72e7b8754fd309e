import type { Connector } from '@causeway/contract/connectors/connectors.ts';

/** What every tab of a connector's page gets. */
export type TabProps = { connector: Connector; mayManage: boolean; mayTest: boolean };
