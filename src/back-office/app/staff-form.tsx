import type { ComponentProps, FormEvent } from "react";
import { readForm } from "../../accounts/form-focus.ts";

type Props = Omit<ComponentProps<"form">, "onSubmit"> & {
  /** `typed`: what the form holds, by field. */
  onSubmit: (typed: Record<string, string>, event: FormEvent<HTMLFormElement>) => void;
};

/** A form whose fields the server checks. */
export function StaffForm({ onSubmit, ...form }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(readForm(event.currentTarget), event);
  };
  return <form className="stack" method="post" {...form} onSubmit={submit} noValidate />;
}
