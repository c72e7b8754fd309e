import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useId, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { Bucket } from '../bucket.ts';
import type { FolderMode } from '../folder-view.ts';
import { keyStep } from './key-step.ts';
import { ObjectOption } from './object-option.tsx';
import classes from './object-items.module.css';
import { choiceOf, type Choice, type Selection } from '../folder/selection.ts';
import type { ObjectItem } from '../storage-query.ts';
import { linesInView, scrollTopFor, useScrollBox } from './virtual-lines.ts';

const LINE_HEIGHT = 32;
/** A finger needs more room than a pointer. */
const LINE_HEIGHT_OF_TOUCH = 44;
const CAPTION_HEIGHT = 38;
const GAP = 8;

/** So that the last line can be scrolled out from under the bar of what is selected. */
const BAR_ROOM = 84;

/** Lines this close to the end ask for more. */
const NEAR_END = 12;

type ObjectItemsProps = {
  bucket: Bucket;
  label: string;
  mode: FolderMode;
  items: ObjectItem[];
  selection: Selection;
  isOutdated: boolean;
  /** Stands above the lines of the list. */
  header?: ReactNode;
  onSelect: (key: string, choice: Choice) => void;
  onSelectAll: () => void;
  onOpen: (item: ObjectItem) => void;
  onMenu: (item: ObjectItem, place: { x: number; y: number }) => void;
  /** Keys that act on what is selected; true when the key was meant for it. */
  onCommand: (event: KeyboardEvent) => boolean;
  onNearEnd: () => void;
};

/** Objects of a folder as tiles or lines; only those on screen are drawn, however many there are. */
export function ObjectItems(props: ObjectItemsProps) {
  const { label, mode, items, selection, isOutdated, header, onNearEnd } = props;
  const listId = useId();
  const { ref, width, height, scrollTop, scrollTo, onScroll } = useScrollBox();
  const isTouched = useMediaQuery('(pointer: coarse)', undefined, {
    getInitialValueInEffect: false,
  });
  const { perLine, lineHeight } = layoutOf(mode, width, isTouched);
  const lineCount = Math.ceil(items.length / perLine);
  const view = { scrollTop, height, lineHeight, lineCount };
  const { first, last } = linesInView(view);
  const activeIndex = items.findIndex(({ path }) => path === selection.active);
  const isBarShown = selection.keys.size > 0;
  const isNearEnd = last >= lineCount - NEAR_END;

  // `onNearEnd` is another function whenever there is something else to load.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);

  function go(index: number, choice: Choice) {
    const item = items[Math.max(0, Math.min(items.length - 1, index))];
    if (!item) return;
    props.onSelect(item.path, choice);
    const top = scrollTopFor(Math.floor(items.indexOf(item) / perLine), view);
    if (top !== undefined) scrollTo(top);
  }

  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    const perPage = Math.max(1, Math.floor(height / lineHeight)) * perLine;
    const step = keyStep(event.key, { mode, perLine, perPage, length: items.length });
    const active = items[activeIndex];
    if (step !== undefined) {
      go(activeIndex < 0 && Math.abs(step) <= perLine ? 0 : activeIndex + step, stepChoice(event));
    } else if (event.key === 'Enter' && active) props.onOpen(active);
    else if (event.key === ' ' && active) props.onSelect(active.path, 'toggle');
    else if (isMenuKey(event) && active) openMenuOf(active);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) props.onSelectAll();
    else if (!props.onCommand(event)) return;
    event.preventDefault();
  }

  function handleClick(event: MouseEvent, item: ObjectItem) {
    // A finger has no second button and no shift key: it opens, and the box on a tile selects.
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
    if (isTouch && selection.keys.size === 0) props.onOpen(item);
    else props.onSelect(item.path, isTouch ? 'toggle' : choiceOf(event));
  }

  /** All that is selected goes along; what is not selected goes alone. */
  function pickUp({ path }: ObjectItem): string[] {
    if (selection.keys.has(path)) {
      return items.flatMap((item) =>
        selection.keys.has(item.path) && !item.isDeleted ? item.path : [],
      );
    }
    props.onSelect(path, 'only');
    return [path];
  }

  /** The key for it is pressed on the list, which has the focus; the menu belongs to the active one. */
  function openMenuOf(item: ObjectItem) {
    const box = document.querySelector(`#${CSS.escape(`${listId}-${activeIndex}`)}`);
    const { x = 0, y = 0, width: wide = 0, height: high = 0 } = box?.getBoundingClientRect() ?? {};
    if (!selection.keys.has(item.path)) props.onSelect(item.path, 'only');
    const place = { x: x + Math.min(wide / 2, 160), y: y + high / 2 };
    // Once this key is through: a menu that is there already would take it for a sign to close.
    setTimeout(() => props.onMenu(item, place));
  }

  function handleMenu(event: MouseEvent, item: ObjectItem) {
    event.preventDefault();
    if (!selection.keys.has(item.path)) props.onSelect(item.path, 'only');
    props.onMenu(item, { x: event.clientX, y: event.clientY });
  }

  const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return (
    <div className={classes.room} data-mode={mode}>
      {header}
      <div
        ref={ref}
        className={classes.items}
        aria-busy={isOutdated}
        // No element of HTML lets options be drawn freely and chosen in numbers.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label={label}
        aria-multiselectable
        aria-activedescendant={activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={handleKey}
      >
        <div
          className={classes.whole}
          role="presentation"
          style={{ height: lineCount * lineHeight + (isBarShown ? BAR_ROOM : 0) }}
        >
          {lines.map((line) => (
            <div
              key={line}
              className={classes.line}
              role="presentation"
              style={{
                top: line * lineHeight,
                height: lineHeight,
                gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))`,
              }}
            >
              {items.slice(line * perLine, (line + 1) * perLine).map((item, place) => {
                const index = line * perLine + place;
                const isSelected = selection.keys.has(item.path);
                return (
                  <ObjectOption
                    key={item.path}
                    id={`${listId}-${index}`}
                    bucket={props.bucket}
                    item={item}
                    mode={mode}
                    position={index + 1}
                    count={items.length}
                    isActive={index === activeIndex}
                    isSelected={isSelected}
                    onToggle={() => props.onSelect(item.path, 'toggle')}
                    onClick={(event) => handleClick(event, item)}
                    onOpen={() => props.onOpen(item)}
                    onMenu={(event) => handleMenu(event, item)}
                    onPickUp={() => pickUp(item)}
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Tiles are as wide as their share of the line and as high as that, plus a caption. */
function layoutOf(mode: FolderMode, width: number, isTouched: boolean) {
  if (mode === 'grid') {
    return { perLine: 1, lineHeight: isTouched ? LINE_HEIGHT_OF_TOUCH : LINE_HEIGHT };
  }
  const inner = Math.max(200, width);
  const smallest = inner < 500 ? 104 : 148;
  const perLine = Math.max(2, Math.floor((inner + GAP) / (smallest + GAP)));
  const tileWidth = (inner - (perLine - 1) * GAP) / perLine;
  return { perLine, lineHeight: Math.round(tileWidth + CAPTION_HEIGHT + GAP) };
}

function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

function stepChoice(event: KeyboardEvent): Choice {
  return event.shiftKey ? 'range' : 'only';
}
