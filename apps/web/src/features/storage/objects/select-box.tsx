import { Icon } from '#ui/icon.tsx';
import classes from './select-box.module.css';

/** For a mouse or a finger; the keyboard selects by Space, so a screen reader need not hear of it. */
export function SelectBox({ isSelected, onToggle }: { isSelected: boolean; onToggle: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span
      className={classes.box}
      aria-hidden
      data-select-box
      data-selected={isSelected || undefined}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {isSelected && <Icon name="check" size={12} />}
    </span>
  );
}
