import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { mergeCart } from "../cart/cart-store.ts";
import { call } from "../platform/call.ts";
import { token } from "../platform/kept.ts";
import { toast } from "../ui/toast.ts";
import type * as contract from "./contract.ts";

export default function LoginPage() {
  const [signingUp, setSigningUp] = useState(false);
  const navigate = useNavigate();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { name = "", email = "", password = "" } = form;
    try {
      if (signingUp) {
        const { message } = await call<typeof contract.register>("/api/user/register", {
          name,
          email,
          password,
        });
        toast("success", message);
        setSigningUp(false);
        return;
      }
      const answer = await call<typeof contract.login>("/api/user/login", { email, password });
      token.write(answer.token);
      await mergeCart();
      navigate("/");
    } catch (error) {
      toast("error", error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>{signingUp ? "Sign Up" : "Login"}</h1>
      {signingUp && (
        <label>
          Name <input name="name" required />
        </label>
      )}
      <label>
        Email <input name="email" type="email" required />
      </label>
      <label>
        Password <input name="password" type="password" required />
      </label>
      <button type="submit">{signingUp ? "Sign Up" : "Login"}</button>
      <button type="button" onClick={() => setSigningUp(!signingUp)}>
        {signingUp ? "Login here" : "Create account"}
      </button>
    </form>
  );
}
