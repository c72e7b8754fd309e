import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ProofDialogHost } from '#domain/identity/proof-dialog-host.tsx';
import { ConfirmDialogHost } from '#ui/confirm-dialog-host.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { NewBuildNotice } from './new-build-notice.tsx';

export function RootLayout() {
  return (
    <>
      <LoadingBar />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      <NewBuildNotice />
      <ConfirmDialogHost />
      <ProofDialogHost />
    </>
  );
}
