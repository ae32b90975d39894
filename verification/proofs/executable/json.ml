(* Reads JSON into what the extracted programs take. *)

module P = Programs

type json =
  | Null
  | Bool of bool
  | Number of string
  | String of string
  | Array of json list
  | Object of (string * json) list

exception Bad of string

let parse text =
  let length = String.length text in
  let at = ref 0 in
  let peek () = if !at < length then text.[!at] else raise (Bad "unexpected end") in
  let rec blanks () =
    if !at < length && String.contains " \t\r\n" text.[!at] then (incr at; blanks ()) in
  let expect c =
    if peek () <> c then raise (Bad (Printf.sprintf "expected %c at %d" c !at)); incr at in
  let word w value =
    String.iter expect w; value in
  let string () =
    expect '"';
    let buffer = Buffer.create 16 in
    let rec go () = match peek () with
      | '"' -> incr at
      | '\\' ->
        incr at;
        Buffer.add_char buffer '\\'; Buffer.add_char buffer (peek ()); incr at; go ()
      | c -> Buffer.add_char buffer c; incr at; go () in
    go (); Buffer.contents buffer in
  let rec value () =
    blanks ();
    let result = match peek () with
      | '{' -> incr at; Object (members ())
      | '[' -> incr at; Array (elements ())
      | '"' -> String (string ())
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | 'n' -> word "null" Null
      | _ ->
        let start = !at in
        while !at < length && not (String.contains ",]} \t\r\n" text.[!at]) do incr at done;
        Number (String.sub text start (!at - start)) in
    blanks (); result
  and elements () =
    blanks ();
    if peek () = ']' then (incr at; []) else
      let first = value () in
      if peek () = ',' then (incr at; first :: more ()) else (expect ']'; [first])
  and more () =
    let next = value () in
    if peek () = ',' then (incr at; next :: more ()) else (expect ']'; [next])
  and members () =
    blanks ();
    if peek () = '}' then (incr at; []) else
      let key = string () in
      blanks (); expect ':';
      let first = (key, value ()) in
      if peek () = ',' then begin
        incr at; blanks ();
        if peek () = '}' then raise (Bad "a comma before the end");
        first :: members ()
      end else (expect '}'; [first]) in
  let result = value () in
  if !at < length then raise (Bad "something after the end"); result

let field name = function
  | Object members ->
    (match List.assoc_opt name members with Some v -> v | None -> raise (Bad ("no " ^ name)))
  | _ -> raise (Bad "not an object")
let list of_json = function Array items -> List.map of_json items | _ -> raise (Bad "not a list")
let text = function String s -> s | _ -> raise (Bad "not a string")

(* p/q or p, in lowest terms. *)
let rational json =
  let word = match json with String s | Number s -> s | _ -> raise (Bad "not a number") in
  match Q.of_string word with
  | v when Q.classify v = Q.NZERO || Q.classify v = Q.ZERO -> { P.qnum = Q.num v; qden = Q.den v }
  | _ | exception Invalid_argument _ -> raise (Bad ("not a number: " ^ word))
let shown (v : P.q) = Printf.sprintf "\"%s\"" (Q.to_string (Q.make v.P.qnum v.P.qden))
let whole json = match json with
  | Number s ->
    (match int_of_string_opt s with
     | Some v when v >= 0 && string_of_int v = s -> v
     | _ -> raise (Bad ("not a whole number: " ^ s)))
  | _ -> raise (Bad "not a whole number")

(* An object that has these fields and no others, none twice. *)
let exactly ?(optional = []) names = function
  | Object members ->
    let given = List.map fst members in
    let known name = List.mem name names || List.mem name optional in
    if not (List.for_all known given) || not (List.for_all (fun name -> List.mem name given) names)
       || List.length (List.sort_uniq compare given) <> List.length given
    then raise (Bad "other fields than expected")
  | _ -> raise (Bad "not an object")

(* As a certificate writes it: a text in lowest terms. *)
let written json = match json with
  | String s ->
    let v = rational json in
    if Q.to_string (Q.make v.P.qnum v.P.qden) <> s then raise (Bad ("not in lowest terms: " ^ s));
    v
  | _ -> raise (Bad "not a number in quotes")

let read path =
  let channel = open_in_bin path in
  let content = really_input_string channel (in_channel_length channel) in
  close_in channel; content
