import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './panes.module.css';
import { ResizeHandle } from '#ui/resize-handle.tsx';
import { paneSizes, type Pane } from './use-panes.ts';

type ResizablePaneProps = { side: 'left' | 'right' | 'bottom'; pane: Pane; children: ReactNode };

export function ResizablePane({ side, pane, children }: ResizablePaneProps) {
  const { t } = useTranslation('shell');
  const [dragged, setDragged] = useState<number>();
  const limits = paneSizes[side];
  const size = dragged ?? pane.size;

  function remember(next: number) {
    setDragged(undefined);
    pane.resize(next);
  }

  return (
    <section
      className={classes.pane}
      aria-label={t(`panes.${side}`)}
      data-side={side}
      style={side === 'bottom' ? { height: size } : { width: size }}
    >
      <ResizeHandle
        label={t(`panes.resize.${side}`)}
        side={side}
        size={size}
        min={limits.min}
        max={limits.max}
        onDrag={setDragged}
        onResize={remember}
        onReset={() => remember(limits.default)}
      />
      {children}
    </section>
  );
}
