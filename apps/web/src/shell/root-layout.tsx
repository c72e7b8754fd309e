import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ProofDialogHost } from '#domain/identity/proof-dialog-host.tsx';
import { AreaTabsContext } from '#platform/navigation/area-tabs.tsx';
import { ConfirmDialogHost } from '#ui/confirm-dialog-host.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { NewBuildNotice } from './new-build-notice.tsx';
import { listAreaTabs } from './page-names.ts';

export function RootLayout() {
  return (
    <>
      <LoadingBar />
      <AreaTabsContext value={listAreaTabs}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </AreaTabsContext>
      <NewBuildNotice />
      <ConfirmDialogHost />
      <ProofDialogHost />
    </>
  );
}
