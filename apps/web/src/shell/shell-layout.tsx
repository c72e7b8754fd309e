import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Corner } from '#platform/corner.tsx';
import { followEvents } from '#platform/events/follow-events.ts';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { PageLooksContext } from '#platform/navigation/page-name.ts';
import { useIsPainted } from '#platform/use-is-painted.ts';
import { Header } from './header/header.tsx';
import { MobileHeader } from './header/mobile-header.tsx';
import { DebtBanner } from './debt-banner.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { loadPalette } from './palette/load-palette.tsx';
import { createTypedAhead } from './palette/typed-ahead.ts';
import { ResizablePane } from './panes/resizable-pane.tsx';
import { usePanes } from './panes/use-panes.ts';
import { PageAnnouncer } from './page-announcer.tsx';
import classes from './shell-layout.module.css';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SupportButton } from './support/support-button.tsx';
import { useHotkeys } from './use-hotkeys.ts';
import { usePageTitle } from './use-page-title.ts';
import { usePageLooksOfShell } from './use-page-names.ts';
import { useRecentPagesKeeper } from './use-recent-pages-keeper.ts';

const DockedPanel = lazy(async () => {
  const [panel] = await Promise.all([
    import('./panes/docked-panel.tsx'),
    loadTexts(['assistant', 'artifacts', 'link-card']),
  ]);
  return panel;
});
const MobileDrawer = lazy(() => import('./mobile-drawer.tsx'));
const Palette = lazy(loadPalette);
const Shortcuts = lazy(() => import('./shortcuts.tsx'));

type Overlay = 'palette' | 'shortcuts' | 'drawer';

/** The default layout: header, sidebar, the page, and panes around it. */
export default function ShellLayout() {
  const { t } = useTranslation('shell');
  const isPainted = useIsPainted();
  const panes = usePanes();
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  // On a phone the assistant beside the page of the assistant would only take its room.
  const isChat = useLocation({ select: ({ pathname }) => /^\/chat(\/|$)/.test(pathname) });
  const [overlay, setOverlay] = useState<Overlay>();
  const open = (next: Overlay) => () => setOverlay(next);
  const close = () => setOverlay(undefined);
  const [typedAhead] = useState(createTypedAhead);
  useEffect(() => (overlay === 'palette' ? typedAhead.hold() : undefined), [overlay, typedAhead]);

  const pageLooks = usePageLooksOfShell();
  usePageTitle();
  useRecentPagesKeeper();
  useEffect(() => followEvents(), []);
  useHotkeys({
    'mod+k': open('palette'),
    'mod+b': isNarrow ? open('drawer') : panes.left.toggle,
    'mod+j': panes.bottom.toggle,
    'mod+i': panes.right.toggle,
    '?': open('shortcuts'),
  });

  return (
    <PageLooksContext value={pageLooks}>
      <div className={classes.frame}>
        <a className={classes.skip} href="#page">
          {t('skip')}
        </a>
        <PageAnnouncer />
        <ImpersonationBanner />
        {isPainted && <DebtBanner />}
        {isNarrow ? (
          <MobileHeader
            onOpenDrawer={open('drawer')}
            onOpenPalette={open('palette')}
            onOpenShortcuts={open('shortcuts')}
          />
        ) : (
          <Header
            panes={panes}
            onOpenPalette={open('palette')}
            onOpenShortcuts={open('shortcuts')}
            isEmpty={!isPainted}
          />
        )}
        <div className={classes.body}>
          {!isNarrow && panes.left.isOpen && (
            <ResizablePane side="left" pane={panes.left}>
              <div className={classes.left}>
                {isPainted && (
                  <>
                    <Sidebar />
                    <SupportButton />
                  </>
                )}
              </div>
            </ResizablePane>
          )}
          <div className={classes.center}>
            <main id="page" className={classes.page} tabIndex={-1}>
              <Outlet />
            </main>
            {panes.bottom.isOpen && !(isNarrow && isChat) && (
              <ResizablePane side="bottom" pane={panes.bottom}>
                <Suspense fallback={null}>
                  <DockedPanel place="bottom" panes={panes} isOnly={isNarrow ?? false} />
                </Suspense>
              </ResizablePane>
            )}
          </div>
          {!isNarrow && panes.right.isOpen && (
            <ResizablePane side="right" pane={panes.right}>
              <Suspense fallback={null}>
                <DockedPanel place="right" panes={panes} />
              </Suspense>
            </ResizablePane>
          )}
        </div>
        <Corner />
        <Suspense fallback={null}>
          {overlay === 'drawer' && <MobileDrawer onClose={close} />}
          {overlay === 'palette' && (
            <Palette
              panes={panes}
              typedAhead={typedAhead}
              onClose={close}
              onOpenShortcuts={open('shortcuts')}
            />
          )}
          {overlay === 'shortcuts' && <Shortcuts onClose={close} />}
        </Suspense>
      </div>
    </PageLooksContext>
  );
}
