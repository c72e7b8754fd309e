import { useLocalStorage } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResizeHandle } from '#ui/resize-handle.tsx';
import classes from './table-view-page.module.css';

const USUAL = 340;
const NARROWEST = 240;
const WIDEST = 900;

/** The place of the value panel beside the rows, as wide as it was made in this browser. */
export function SidePanel({ children }: { children: ReactNode }) {
  const { t } = useTranslation('tables');
  const [width, setWidth] = useLocalStorage({
    key: 'causeway.valuePanelWidth',
    defaultValue: USUAL,
    getInitialValueInEffect: false,
  });
  const [dragged, setDragged] = useState<number>();

  function resize(next: number) {
    setDragged(undefined);
    setWidth(next);
  }

  return (
    <div className={classes.panel} style={{ width: dragged ?? width }}>
      <ResizeHandle
        label={t('panel.resize')}
        side="right"
        size={dragged ?? width}
        min={NARROWEST}
        max={WIDEST}
        onDrag={setDragged}
        onResize={resize}
        onReset={() => resize(USUAL)}
      />
      {children}
    </div>
  );
}
