import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { SectionName } from './sections.ts';
import classes from './sidebar.module.css';

type SidebarSectionProps = {
  name: SectionName;
  isCollapsed: boolean;
  isDragged: boolean;
  isDropTarget: boolean;
  onToggle: () => void;
  onMove: (step: -1 | 1) => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDrop: (event: DragEvent) => void;
  children: ReactNode;
};

/** Folds on click; moves by dragging its title, or with Alt and an arrow key on it. */
export function SidebarSection(props: SidebarSectionProps) {
  const { name, isCollapsed, isDragged, isDropTarget, children } = props;
  const { t } = useTranslation('shell');

  function moveByKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || !step) return;
    event.preventDefault();
    props.onMove(step);
  }

  function startDrag(event: DragEvent) {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', name);
    props.onDragStart();
  }

  return (
    // Dropping is only the mouse's way; the title takes the keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes.section}
      aria-labelledby={`section-${name}`}
      data-dragged={isDragged || undefined}
      data-drop={isDropTarget || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={props.onDrop}
    >
      <button
        type="button"
        id={`section-${name}`}
        className={classes.title}
        draggable
        aria-expanded={!isCollapsed}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={t('sidebar.moveHint')}
        onClick={props.onToggle}
        onKeyDown={moveByKey}
        onDragStart={startDrag}
        onDragEnd={props.onDragEnd}
      >
        <Icon name={isCollapsed ? 'chevronRight' : 'chevronDown'} size={12} />
        <span className={classes.titleText}>{t(`sections.${name}`)}</span>
        <Icon name="grip" size={12} className={classes.grip} />
      </button>
      {!isCollapsed && children}
    </section>
  );
}
