import { afterAll, expect, test } from 'vitest';
import { covers, scopeAreas, scopeNeeded } from '@causeway/contract/scopes.ts';
import { startTestServer } from '#testing/test-server.ts';

/**
 * Which scope lets somebody who acts for a person do what, written down a second time on purpose: an
 * operation that is added, or handed on more widely, is entered here by somebody who thought about it.
 */
const entries: Record<string, string> = {
  'people only':
    'alerts.list alerts.create alerts.update alerts.snooze alerts.check alerts.takeOver alerts.remove ' +
    'subscriptions.list subscriptions.create subscriptions.update subscriptions.test subscriptions.remove ' +
    'confirming.question confirming.answer unsubscribing.stop unsubscribing.oneClick ' +
    'dashboardPaper.pdf dashboardPaper.picture publicLinks.listAll publicLinks.list publicLinks.create publicLinks.revoke ' +
    'publicView.open publicView.unlock publicView.rows publicView.choices publicView.image tileComments.list tileComments.create ' +
    'tileComments.resolve tileComments.remove ' +
    'lostFactors.ask lostFactors.stop staffLostFactors.list staffLostFactors.begin ' +
    'staffLostFactors.agree staffLostFactors.refuse ' +
    'auth.login auth.logout auth.impersonate auth.stopImpersonating auth.register ' +
    'auth.sendVerification auth.verifyByCode auth.verifyByLink auth.requestReset ' +
    'auth.showClaim auth.confirmClaim auth.rejectClaim signIn.secondFactor security.show ' +
    'security.prove security.changePassword security.startTotp security.confirmTotp ' +
    'security.removeTotp security.renewRecoveryCodes security.listSessions security.endSession ' +
    'security.endOtherSessions security.listImpersonations accountActs.list signIn.startPasskey signIn.passkey ' +
    'security.startPasskeyProof security.proveByPasskey security.startPasskey ' +
    'security.addPasskey security.renamePasskey security.removePasskey ' +
    'security.choosePasskeysOnly security.startLink security.startProviderProof ' +
    'security.finishOutside security.linkFound security.unlink signIn.methods ' +
    'security.changeEmail security.confirmEmail signIn.undoEmail ' +
    'signIn.startProvider signIn.provider onboarding.show onboarding.save onboarding.pay ' +
    'billing.show billing.checkout billing.pay billing.abandon billing.change billing.sync ' +
    'billing.portal billing.testAct billing.setCap billing.setZone billing.projectCap ' +
    'billing.setProjectCap billing.setBuyer billing.invoices ' +
    'billing.invoiceFile billing.ledger billing.ledgerFile billing.standing ' +
    'billing.sponsorships billing.sponsorOf billing.offerSponsor billing.acceptSponsor ' +
    'billing.endSponsor staffBilling.frozen staffBilling.giftRoom staffBilling.give staffBilling.unfreeze stripe.receive usage.mine usage.mineFile ' +
    'sample.connect ' +
    'auth.confirmReset user.read user.update projects.create projects.update projects.remove ' +
    'projects.restore projects.offer projects.withdrawOffer projects.acceptOffer ' +
    'members.renewInvitation ' +
    'members.changeRole members.remove members.leave members.invite members.withdraw ' +
    'members.accept invitations.list invitations.accept invitations.decline ' +
    'connectors.create connectors.testNew connectors.test connectors.update ' +
    'connectors.replaceSecrets connectors.remove snippetModeration.queue snippetModeration.hide ' +
    'snippetModeration.show snippetModeration.dismiss staff.mails staff.users runs.cancel ' +
    'events.subscribe inbox.list inbox.read inbox.readAll inbox.answer inbox.mailChoices ' +
    'inbox.chooseMail inbox.asked inbox.answerAsked inbox.unsubscribe inbox.unsubscribeByMailProgram ' +
    'keys.leaked keys.list keys.show keys.create keys.update keys.setCap ' +
    'keys.rotate keys.endSecret keys.revoke keys.takeOver ' +
    'workflowPublishing.publish workflowPublishing.enable workflowPublishing.disable ' +
    'workflowPublishing.renewHook workflowPublishing.watches workflowPublishing.watchSql ' +
    'workflowPublishing.installWatch workflowPublishing.removeWatch workflowTests.try workflowTests.tryNew workflowTests.replay workflowTests.evaluate hooks.receive ' +
    'hooks.receiveGet credentials.list credentials.create credentials.update ' +
    'assistant.list assistant.create assistant.show assistant.update assistant.remove ' +
    'assistant.ask assistant.watch assistant.stop assistant.rate assistant.decide ' +
    'golden.list golden.create golden.check golden.remove ' +
    'measureChanges.create measureChanges.update measureChanges.remove ' +
    'assistantSettings.show assistantSettings.update assistantSettings.test ' +
    'credentials.rotate credentials.test credentials.remove account.putAvatar ' +
    'account.removeAvatar account.avatar account.listExports account.startExport ' +
    'recentPages.list recentPages.remember ' +
    'account.downloadExport leaving.outlook leaving.leave leaving.comeBack support.how ' +
    'support.list support.show support.ask support.answer support.markSeen support.upload ' +
    'support.file staffSupport.list staffSupport.show staffSupport.answer ' +
    'staffSupport.setState staff.user staff.suspend staff.unsuspend staff.projects staff.flags ' +
    'staff.setFlag staff.health staff.failedRuns staff.acts ' +
    'dashboardMarks.pictures dashboardMarks.see dashboardMarks.favor dashboardVersions.draft ' +
    'dashboardVersions.keepDraft dashboardVersions.discardDraft dashboardVersions.versions ' +
    'dashboardVersions.version dashboardVersions.restoreVersion dashboardWizards.list ' +
    'dashboardWizards.show dashboardWizards.keep dashboardWizards.forget',
  none: 'keys.self',
  'project:read': 'projects.listResting projects.readOffer projects.list runs.list sample.progress',
  'members:read': 'members.list members.belongings',
  'connectors:read':
    'connectors.list connectors.read connectors.dependents connectors.safety connectors.visit ' +
    'connectors.resources',
  'data:read':
    'sql.get sql.read sql.stream sqlEditor.rows sqlEditor.check sqlEditor.schema ' +
    'sqlEditor.columns sqlEditor.transaction tables.schemas tables.list tables.discover ' +
    'tables.exists tables.rows tables.count tables.statement tables.show tables.diagram ' +
    'tables.countValues tables.countDays tables.profile tables.structure tables.objects tables.nameable ' +
    'tables.listViews tables.lookup tables.labels drafts.list drafts.show ' +
    'drafts.preview files.run files.check files.plan files.list files.columns files.export ' +
    'exports.estimate exports.stream exports.download exports.ticket exports.list exports.show ' +
    'imports.list imports.show imports.preview imports.rejects imports.rejectsFile ' +
    'imports.listRecipes replace.count replace.preview replace.check ledger.list ledger.show ' +
    'ledger.rowHistory intelligence.profiles intelligence.impact home.work measures.list',
  'data:write':
    'sqlEditor.preview sqlEditor.plan sql.post sql.patch sql.delete sqlEditor.run ' +
    'sqlEditor.endTransaction tables.insert tables.update tables.remove tables.analyze tables.refreshView ' +
    'tables.change tables.createView tables.updateView tables.removeView tables.restoreView ' +
    'tables.chooseDefaultView tables.keepLayout drafts.stage drafts.discard drafts.apply exports.create ' +
    'exports.cancel exports.remove imports.create imports.uploadPart imports.analyse ' +
    'imports.run imports.cancel imports.remove imports.dropTable imports.createRecipe ' +
    'imports.updateRecipe imports.removeRecipe replace.run ledger.revert intelligence.scan ' +
    'intelligence.stopScan intelligence.schedule intelligence.previewFix intelligence.applyFix ' +
    'intelligence.undoFix',
  'queries:read':
    'queries.list queries.show queries.versions queries.run queries.uses editorTabs.list ' +
    'queryRuns.list queryRuns.listSnapshots queryRuns.showSnapshot',
  'queries:write':
    'queries.create queries.update queries.remove queries.restore editorTabs.put ' +
    'editorTabs.close queryRuns.clear queryRuns.keep queryRuns.removeSnapshot',
  'dashboards:read': 'dashboards.list dashboards.show dashboardView.run',
  'dashboards:write':
    'dashboards.create dashboards.update dashboards.addTile dashboards.remove ' +
    'dashboards.restore',
  'workflows:read':
    'workflows.list workflows.show workflows.versions workflows.version workflows.check ' +
    'workflows.nextSlots workflows.operations workflowRuns.list workflowRuns.show ' +
    'workflowRuns.overview',
  'workflows:write':
    'workflows.create workflows.rename workflows.saveDraft workflows.remove workflows.restore ' +
    'workflowRuns.start workflowRuns.cancel workflowRuns.rerun workflowRuns.decide',
  'snippets:read':
    'snippets.list snippets.tags snippets.show snippets.classify snippets.versions ' +
    'snippets.version snippetComments.list',
  'snippets:write':
    'snippets.create snippets.update snippets.remove snippets.restore snippets.star ' +
    'snippets.unstar snippets.fork snippets.noteUse snippets.report snippetComments.create ' +
    'snippetComments.update snippetComments.remove snippetComments.restore',
  'storage:read':
    'storage.get storage.list storage.signedUrl storage.content storage.details ' +
    'storage.versions storageViews.view storageViews.linked storageViews.viewUrls storageViews.picture ' +
    'storageViews.prepareZip storageViews.zip storagePreviews.text storagePreviews.table storagePreviews.previewImage ' +
    'storageUploads.list storageUploads.read storageJobs.list storageJobs.read ' +
    'storageJobs.trash storageReplace.look storageDeleted.list bucketIndex.read ' +
    'bucketIndex.search bucketIndex.usage bucketIndex.duplicates',
  'storage:write':
    'storage.put storage.remove storage.upload storage.copy storage.putContent ' +
    'storage.restoreVersion storagePreviews.changeImage storageUploads.start ' +
    'storageUploads.putPart storageUploads.complete storageUploads.abort storageJobs.transfer ' +
    'storageJobs.remove storageJobs.cancel storageJobs.resume storageJobs.undo ' +
    'storageJobs.restore storageJobs.purge storageReplace.run storageDeleted.restore ' +
    'bucketIndex.refresh',
  'audit:read': 'audit.list audit.export',
  'intelligence:read':
    'intelligence.list intelligence.coverage intelligence.health intelligence.fixes',
  'intelligence:write':
    'intelligence.dismiss intelligence.snooze intelligence.reopen intelligence.hear ' +
    'intelligence.assign',
  'usage:read': 'usage.project usage.projectFile',
};

const server = await startTestServer();
afterAll(() => server.stop());

test('TEAM-6 every operation takes the scope that is written down for it, and no other', () => {
  const taken = server.app.operations.all().map((operation): [string, string] => {
    return [operation.name, scopeNeeded(operation) ?? 'people only'];
  });
  const written = Object.entries(entries).flatMap(([scope, names]) =>
    names.split(' ').map((name): [string, string] => [name, scope]),
  );
  expect(Object.fromEntries(taken)).toEqual(Object.fromEntries(written));
});

test('TEAM-6 writing includes reading of the same area and nothing else, but for findings, which were part of data', () => {
  for (const area of scopeAreas) {
    expect(covers([`${area}:write`], `${area}:read`, undefined)).toBe(true);
    expect(covers([`${area}:read`], `${area}:write`, undefined)).toBe(false);
    for (const other of scopeAreas) {
      const isWithin = other === area || (area === 'data' && other === 'intelligence');
      expect(covers([`${area}:write`], `${other}:read`, undefined)).toBe(isWithin);
    }
  }
});

test('TEAM-6 a scope of one connector covers that one, and not what is about none', () => {
  expect(covers(['data:write@one'], 'data:read', 'one')).toBe(true);
  expect(covers(['data:write@one'], 'data:read', 'two')).toBe(false);
  expect(covers(['data:write@one'], 'data:read', undefined)).toBe(false);
});

test('TEAM-6 a key that was given data before findings were an area of their own does with them what it did', () => {
  expect(covers(['data:read'], 'intelligence:read', undefined)).toBe(true);
  expect(covers(['data:read'], 'intelligence:write', undefined)).toBe(false);
  expect(covers(['data:write'], 'intelligence:write', undefined)).toBe(true);
  expect(covers(['data:write@one'], 'intelligence:read', undefined)).toBe(false);
  expect(covers(['intelligence:write'], 'data:read', undefined)).toBe(false);
});
