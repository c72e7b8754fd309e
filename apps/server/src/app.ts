import type { FastifyInstance } from 'fastify';
import { mountOwnData } from '#features/account/own-routes.ts';
import { mountRecentPages } from '#features/account/recent-pages.ts';
import { mountAccount } from '#features/account/routes.ts';
import { listGoldenStatements } from '#features/assistant/golden/dependents.ts';
import { listMeasureStatements } from '#features/assistant/measures/dependents.ts';
import { mountMeasures } from '#features/assistant/measures/routes.ts';
import { listTileStatements } from '#features/dashboards/dependents.ts';
import { listSnippetStatements } from '#features/snippets/dependents.ts';
import { listQueryStatements } from '#features/sql/queries/dependents.ts';
import { listWorkflowStatements } from '#features/automations/dependents.ts';
import { belongingsInWorkflows } from '#features/automations/belongings.ts';
import { belongingsInQueries } from '#features/sql/queries/belongings.ts';
import { belongingsInRuns } from '#platform/runs/queries.ts';
import { belongingsInKeys } from '#features/api-keys/queries.ts';
import { revokeKeysOf } from '#features/api-keys/revoking.ts';
import { mountApiKeys } from '#features/api-keys/routes.ts';
import { mountAudit } from '#features/audit/routes.ts';
import { type Automations, createAutomations } from '#features/automations/automations.ts';
import { mountCredentials } from '#features/automations/credential-routes.ts';
import { countHeld, countHeldByCap } from '#features/automations/run-changes.ts';
import { definePuttingBack } from '#features/automations/put-back-watches.ts';
import { takeOutWatches } from '#features/automations/taken-watches.ts';
import { takeOutUnattended } from '#features/automations/unattended-watches.ts';
import { mountWorkflows } from '#features/automations/routes.ts';
import { mountWorkflowRuns } from '#features/automations/run-routes.ts';
import { type Assistant, createAssistant } from '#features/assistant/assistant.ts';
import { findAnswerCost } from '#features/assistant/answers/store.ts';
import { mountGolden } from '#features/assistant/golden/routes.ts';
import { serveMcp } from '#features/assistant/mcp/serve.ts';
import { mountAssistant } from '#features/assistant/routes.ts';
import { mountAssistantSettings } from '#features/assistant/settings-routes.ts';
import type { AccountHooks } from '#features/auth/hooks.ts';
import { mountAuth } from '#features/auth/routes.ts';
import { mountLeaving } from '#features/auth/leaving-routes.ts';
import { mountLostFactors } from '#features/auth/lost-factor-routes.ts';
import { mountSecurity } from '#features/auth/security-routes.ts';
import { dependentsOfPeople } from '#features/connectors/dependents.ts';
import { answersMeter, fateOfAnswers } from '#features/billing/answers-meter.ts';
import { tellPriceFaults } from '#features/billing/stripe/price-faults.ts';
import { followRuns } from '#features/billing/follow-runs.ts';
import { createTestProvider } from '#features/billing/provider.ts';
import { mountBilling } from '#features/billing/routes.ts';
import { endSponsorshipOf } from '#features/billing/sponsors.ts';
import { mountStripe } from '#features/billing/stripe/webhook.ts';
import { onboardingPayments } from '#features/billing/test-provider.ts';
import { mountConnectors } from '#features/connectors/routes.ts';
import { belongingsInDashboards } from '#features/dashboards/belongings.ts';
import { mountAlerts } from '#features/dashboards/alerts/routes.ts';
import { mountTileComments } from '#features/dashboards/comments/routes.ts';
import { createDrawing } from '#features/dashboards/drawing/drawing.ts';
import { mountPublicView } from '#features/dashboards/links/public-routes.ts';
import { mountPublicLinks } from '#features/dashboards/links/routes.ts';
import { mountSubscriptions } from '#features/dashboards/subscriptions/routes.ts';
import { mountPaper } from '#features/dashboards/paper-routes.ts';
import { mountDashboards } from '#features/dashboards/routes.ts';
import { mountDashboardView } from '#features/dashboards/view-routes.ts';
import { dependentsOfDashboards, findDashboardUses } from '#features/dashboards/uses.ts';
import { mountEvents } from '#features/events/routes.ts';
import { countExportedRows, listKeptBytes } from '#features/exports/queries.ts';
import { listUploadedBytes } from '#features/imports/queries.ts';
import { mountExports } from '#features/exports/routes.ts';
import { mountFiles } from '#features/sql/files/routes.ts';
import { savedOverFiles } from '#features/sql/files/run-saved.ts';
import { findImportedTable } from '#features/imports/queries.ts';
import { mountHome } from '#features/home/routes.ts';
import { mountImports } from '#features/imports/routes.ts';
import { openWorkbook } from '#features/imports/workbook-of-object.ts';
import { sayGravest } from '#features/intelligence/findings.ts';
import { mountIntelligence } from '#features/intelligence/routes.ts';
import { mountInbox } from '#features/inbox/routes.ts';
import { mountLedger } from '#features/ledger/routes.ts';
import { inviteByMail } from '#features/members/invite.ts';
import { mountOwnInvitations } from '#features/members/own-invitations.ts';
import { isInvited } from '#features/members/queries.ts';
import { mountMembers } from '#features/members/routes.ts';
import { inviteDrafts } from '#features/onboarding/invite.ts';
import { mountOnboarding } from '#features/onboarding/routes.ts';
import {
  deleteProjectsOnlyOf,
  listProjectsOnlyOf,
  setSponsor,
} from '#features/projects/queries.ts';
import { mountProjects } from '#features/projects/routes.ts';
import { mountQueries } from '#features/sql/queries/routes.ts';
import { mountReplace } from '#features/replace/routes.ts';
import { mountRuns } from '#features/runs/routes.ts';
import { mountSample } from '#features/sample/routes.ts';
import { mountSnippets } from '#features/snippets/routes.ts';
import { mountSqlEditor } from '#features/sql/editor/routes.ts';
import { createTransactions, transactionOf } from '#features/sql/editor/transactions.ts';
import { mountSql } from '#features/sql/routes.ts';
import { savedSql } from '#features/sql/run-saved.ts';
import { mountStaff } from '#features/staff/routes.ts';
import { mountStorage } from '#features/storage/routes.ts';
import { mountSupport } from '#features/support/routes.ts';
import { dependentsOfViews } from '#features/tables/views/dependents.ts';
import { mountDrafts } from '#features/tables/edits/draft-routes.ts';
import { listDraftsOfProject } from '#features/tables/edits/drafts.ts';
import { mountTables } from '#features/tables/routes.ts';
import { addApiDocs } from '#platform/http/api-docs.ts';
import { createDeparture, type Departure } from '#platform/http/departure.ts';
import { addHealth } from '#platform/http/health.ts';
import { createMount } from '#platform/http/mount.ts';
import type { Operations } from '#platform/operations/operation.ts';
import { type ActAs, createActAs } from '#platform/operations/acting.ts';
import { createServer } from '#platform/http/server.ts';
import { passOnToHolder } from '#platform/http/siblings.ts';
import { addWebApp } from '#platform/http/web-app.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { readSharedFigures } from '#platform/metrics/shared-figures.ts';
import type { Services } from '#platform/services.ts';
import { personalData } from './personal-data.ts';
import { connectSample, hasSample } from './sample/connect.ts';

export type App = FastifyInstance & {
  operations: Operations;
  /** For who acts inside the server. */
  actAs: ActAs;
  /** Every path the server answers, those outside the contract too. */
  servedPaths: Set<string>;
  departure: Departure;
  /** Answers questions of people. */
  assistant: Assistant;
  /** Runs workflows; begins with the instance. */
  automations: Automations;
};

const webDist = new URL('../../web/dist/', import.meta.url);

/** The whole product behind one origin: every feature, the API's description, the web application. */
export async function createApp(services: Services): Promise<App> {
  const { env, logger, db, events } = services;
  const app = createServer({
    logger,
    proxies: env.proxies,
    guests: {
      script: env.SUPPORT_SCRIPT_URL,
      hosts: env.SUPPORT_HOSTS.split(/\s+/).filter(Boolean),
    },
  });
  const servedPaths = new Set<string>();
  app.addHook('onRoute', (route) => void servedPaths.add(route.url));
  const streams = new Set<AbortController>();
  const departure = createDeparture(app);
  if (services.siblings) passOnToHolder(app, services.siblings, transactionOf);

  const metrics = createMetrics({
    openStreams: events.openStreams,
    pool: () => ({
      total: db.pool.totalCount,
      waiting: db.pool.waitingCount,
    }),
    shared: () => readSharedFigures(db),
  });
  addHealth(app, { db, metrics, isStopping: departure.isLeaving, token: env.METRICS_TOKEN });

  const requestLimit = { name: 'requests', burst: env.REQUESTS_PER_MINUTE, seconds: 60 };
  const performing = { ...services, requestLimit };
  const mount = createMount(app, { ...performing, streams });
  const { operations } = mount;
  const actAs = createActAs(performing, operations);
  const meter = answersMeter(services);
  const automations = createAutomations(services, { actAs, operations, meter });
  const assistant = createAssistant(services, { actAs, meter });
  const accountHooks: AccountHooks = {
    isInvited,
    verified: (tx, userId, by) => inviteDrafts(services, tx, { userId, by, invite: inviteByMail }),
    goes: async (tx, userId) => {
      const projectIds = await listProjectsOnlyOf(tx, userId);
      await Promise.all(projectIds.map((id) => takeOutUnattended({ ...services, db: tx }, id)));
    },
    gone: deleteProjectsOnlyOf,
    recovered: revokeKeysOf,
  };
  mountAuth(mount, services, accountHooks);
  mountSecurity(mount, services, accountHooks);
  mountLostFactors(mount, services, accountHooks);
  mountLeaving(mount, services, { hooks: accountHooks, personalData });
  mountAccount(mount, services);
  mountRecentPages(mount);
  mountOwnData(mount, services, personalData);
  mountProjects(mount, services, {
    takeOut: (from, actor) => takeOutWatches(actAs, from, actor),
    putBack: definePuttingBack(services, actAs),
    takeOutUnattended: (tx, projectId) => takeOutUnattended({ ...services, db: tx }, projectId),
  });
  mountOnboarding(mount, services, {
    invite: inviteByMail,
    hasSample,
    payments: onboardingPayments(services),
  });
  const { STRIPE_SECRET_KEY: stripeKey, STRIPE_API_URL: apiUrl } = env;
  // Large, and for those who sell with it.
  const stripe = stripeKey
    ? (await import('#features/billing/stripe/stripe-provider.ts')).createStripeProvider(services, {
        key: stripeKey,
        apiUrl,
      })
    : undefined;
  if (stripe) void tellPriceFaults(stripe, services.logger);
  mountStripe(mount, services, stripe);
  mountBilling(mount, services, {
    provider: stripe ?? createTestProvider(services),
    setSponsor,
    findFate: fateOfAnswers(services, findAnswerCost),
    countHeldRuns: countHeld,
    stored: [listKeptBytes, listUploadedBytes],
  });
  followRuns(services, countExportedRows);
  mountOwnInvitations(mount, services);
  mountMembers(mount, services, {
    sources: [
      belongingsInKeys,
      belongingsInWorkflows,
      belongingsInDashboards,
      belongingsInRuns,
      belongingsInQueries,
    ],
    endSponsorship: (tx, of) => endSponsorshipOf(tx, of, setSponsor),
  });
  mountApiKeys(mount, services, countHeldByCap);
  mountConnectors(mount, services, {
    dependents: [dependentsOfPeople, dependentsOfViews, dependentsOfDashboards],
    takeOut: async (from, actor, connectorId) =>
      (await takeOutWatches(actAs, from, actor, { connectorId })).left,
  });
  mountSql(mount, services);
  const transactions = createTransactions(services);
  mountSqlEditor(mount, services, transactions);
  mountQueries(mount, services, {
    findUses: [findDashboardUses],
    run: { sql: savedSql, s3: savedOverFiles },
  });
  mountDashboards(mount, services, actAs);
  const drawing = createDrawing();
  mountPaper(mount, services, { actAs, drawing });
  mountPublicLinks(mount);
  mountPublicView(mount, services, actAs);
  mountTileComments(mount, services);
  mountAlerts(mount, services, actAs);
  mountSubscriptions(mount, services, { actAs, drawing });
  mountDashboardView(mount, actAs);
  mountWorkflows(mount, services, automations);
  mountWorkflowRuns(mount, services, automations);
  mountCredentials(mount, services, automations);
  mountSnippets(mount, services);
  mountAssistant(mount, services, assistant);
  mountAssistantSettings(mount, services, assistant);
  mountGolden(mount, services, actAs);
  mountMeasures(mount, services, actAs);
  mountTables(mount, services);
  mountDrafts(mount, services);
  mountFiles(mount, services);
  mountExports(mount, services);
  mountImports(mount, services);
  mountReplace(mount, services);
  mountHome(mount, { drafts: listDraftsOfProject, findings: sayGravest });
  mountIntelligence(mount, services, {
    findImportedTable,
    listDependents: [
      listQueryStatements,
      listTileStatements,
      listWorkflowStatements,
      listSnippetStatements,
      listGoldenStatements,
      listMeasureStatements,
    ],
  });
  mountLedger(mount, services);
  mountStorage(mount, services, { openWorkbook });
  mountAudit(mount, services);
  mountSupport(mount, services);
  mountStaff(mount, services);
  mountRuns(mount, services);
  mountInbox(mount, services);
  mountSample(mount, services, connectSample);
  mountEvents(mount, services);

  serveMcp(app, services, actAs);
  addApiDocs(app, mount.operations.all());
  await addWebApp(app, webDist, env);

  app.addHook('preClose', async () => {
    for (const stream of streams) stream.abort(new Error('The server stops'));
  });
  app.addHook('onClose', () => transactions.close());
  app.addHook('onClose', () => drawing.close());
  app.addHook('onClose', () => assistant.answers.close());
  return Object.assign(app, {
    operations,
    actAs,
    servedPaths,
    departure,
    automations,
    assistant,
  });
}
