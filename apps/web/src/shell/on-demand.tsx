import { cloneElement, useState, type ComponentType, type ReactElement, type Ref } from 'react';

type TriggerProps = {
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-expanded'?: boolean;
};

export type Trigger = ReactElement<TriggerProps>;

type OnDemandProps<Props> = {
  trigger: Trigger;
  load: () => Promise<{ default: ComponentType<Props & { trigger: Trigger }> }>;
  props: Props;
};

/**
 * A button whose menu is loaded when somebody first reaches for it. Menus and popovers are a fifth of
 * what a first visit would have to load, and most visits never open one. The menu takes the button
 * over as its trigger and opens (use-first-opening.ts).
 */
export function OnDemand<Props extends object>({ trigger, load, props }: OnDemandProps<Props>) {
  const [Menu, setMenu] = useState<ComponentType<Props & { trigger: Trigger }>>();
  if (Menu) return <Menu {...props} trigger={trigger} />;
  const preload = () => void load();
  return cloneElement(trigger, {
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => void load().then((module) => setMenu(() => module.default)),
  });
}
